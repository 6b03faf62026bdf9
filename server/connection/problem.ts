/** Why the stored connection cannot be used, in words for whoever runs svc. Nothing in it is a secret. */
export class ConnectionProblem extends Error {
  override readonly name = "ConnectionProblem";
}
