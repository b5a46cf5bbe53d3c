/** Ends the command with status 2 and one line on standard error: bad usage or unreadable input. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
