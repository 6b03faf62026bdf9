import { AppError } from "../errors.ts";

/** Why a playground is not opened, and what to do instead. */
export const refused = {
  public: () =>
    new AppError(
      "forbidden",
      "playground_not_here",
      "A playground is for one's own machine: this svc is reached by others. Start svc there with HOST and PUBLIC_URL left out, and with a DATA_DIR of its own.",
    ),
  production: () =>
    new AppError(
      "forbidden",
      "playground_not_here",
      "NODE_ENV is production, where there is no playground. Start svc without it on your own machine to try things.",
    ),
  connected: () =>
    new AppError(
      "forbidden",
      "playground_not_here",
      "GitHub is connected, so there is no playground any more: comment on an issue there instead.",
    ),
  strange: (place: string) =>
    new AppError(
      "conflict",
      "playground_in_the_way",
      `Something lies at ${place} that is not a playground of this version of svc, and is left as it is. Move it away, then try again.`,
    ),
  failed: (reason: string) => new AppError("unavailable", "playground_failed", reason),
};
