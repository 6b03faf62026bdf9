import { AppError } from "../errors.ts";

export function clientNotFound(id: number): AppError {
  return new AppError(
    "notFound",
    "client_not_found",
    `There is no client ${id}. Look it up in the list of clients.`,
  );
}

/** D12: the name is another active client's. The header leads there, so that a script can be run twice. */
export function nameTaken(other: { id: number; name: string }): AppError {
  const location = `/api/v1/clients/${other.id}`;
  const message = `An active client is called ${other.name} already: ${location}. Use that one, or choose another name.`;
  return new AppError("conflict", "client_exists", message, {
    headers: { location },
    problems: [{ in: "body", name: "name", code: "taken", message }],
  });
}

/** As `nameTaken`, where a client cannot come back. */
export function nameTakenSince(name: string, other: { id: number; name: string }): AppError {
  const location = `/api/v1/clients/${other.id}`;
  return new AppError(
    "conflict",
    "client_exists",
    `Another active client is called ${other.name} by now: ${location}. Rename one of the two, then reactivate ${name}.`,
    { headers: { location } },
  );
}

export function invalidName(code: string, message: string): AppError {
  const problem = { in: "body", name: "name", code, message } as const;
  return new AppError("invalid", "invalid_body", message, { problems: [problem] });
}
