import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";

/**
 * Lets only admins on (D13), and tells others who they are.
 * @param what to be read after "Only admins may".
 */
export function requireAdmin(
  user: { admin: boolean },
  { allowedOrgs }: Pick<Config, "allowedOrgs">,
  what: string,
): void {
  if (user.admin) return;
  const owners =
    allowedOrgs.length > 0 ? `owners of ${allowedOrgs.join(" or ")}` : "owners of the organisation";
  throw new AppError(
    "forbidden",
    "admin_only",
    `Only admins may ${what}: ${owners}, and those named by whoever runs svc. Ask one of them.`,
  );
}
