import { AppError, type FieldProblem } from "../../errors.ts";

export function mappingNotFound(id: number): AppError {
  return new AppError(
    "notFound",
    "mapping_not_found",
    `There is no label mapping ${id}; it may have been deleted. Look it up in the list of mappings.`,
  );
}

/** D12: the same mapping stands already. The header leads there, so that a script can be run twice. */
export function mappingExists(id: number): AppError {
  const location = `/api/v1/label-mappings/${id}`;
  return new AppError("conflict", "mapping_exists", `This mapping stands already: ${location}.`, {
    headers: { location },
  });
}

export function invalidMapping(problems: FieldProblem[]): AppError {
  return new AppError("invalid", "invalid_body", problems.map(({ message }) => message).join(" "), {
    problems,
  });
}

export function unknownClient(id: number): AppError {
  return invalidClient("unknown", `There is no client ${id}. Take the id from the list of clients.`);
}

/** A mapping that can match nothing would only look as if the label were taken care of. */
export function deactivatedClient({ id, name }: { id: number; name: string }): AppError {
  return invalidClient(
    "deactivated",
    `${name} is deactivated, so nothing new can be attributed to it. Reactivate it first (POST /api/v1/clients/${id}/reactivation), or choose another client.`,
  );
}

function invalidClient(code: string, message: string): AppError {
  return invalidMapping([{ in: "body", name: "client_id", code, message }]);
}
