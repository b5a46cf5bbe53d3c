throw new Error('A page in one file does not have this part.');
