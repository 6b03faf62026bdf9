/** Why a command could not be carried out. Its message says what to do; it needs no stack trace. */
export class CommandProblem extends Error {
  override name = "CommandProblem";
}
