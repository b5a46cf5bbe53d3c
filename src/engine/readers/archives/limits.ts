// A ZIP or tar archive itself may have any size, because only its list of files and the chosen files are read.

/** Bytes of a file that is read at once. A string holds about 500 million characters, and reading needs several times its bytes. */
export const maxFileBytes = 400_000_000;

/** Bytes of one file of an archive after unpacking, or of a gzipped file. */
export const maxMemberBytes = 200_000_000;

/** An archive with more files than this is no folder of recordings. */
export const maxMembers = 200_000;

/** Bytes of the list of files at the end of a ZIP archive. */
export const maxDirectoryBytes = 64_000_000;

/** To list one archive and those within it, at most this many bytes are unpacked, independent of the stated sizes. */
export const maxListedBytes = 1_000_000_000;
