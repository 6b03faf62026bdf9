import { componentSchemas } from "./components.ts";
import { about } from "./about.ts";
import { headers } from "./headers.ts";
import { codesOf, operationOf, type Route } from "./operation.ts";
import { changeRoutes } from "./operations/changes.ts";
import { clientRoutes } from "./operations/clients.ts";
import { correctionRoutes } from "./operations/corrections.ts";
import { entryRoutes } from "./operations/entries.ts";
import { issueRoutes } from "./operations/issues.ts";
import { labelRoutes } from "./operations/labels.ts";
import { mappingRoutes } from "./operations/mappings.ts";
import { memberRoutes } from "./operations/members.ts";
import { problemSchemas, refusals } from "./problem.ts";
import type { Answer, OpenApi } from "./shape.ts";

const routes: Route[] = [
  ...entryRoutes,
  ...correctionRoutes,
  ...changeRoutes,
  ...issueRoutes,
  ...clientRoutes,
  ...mappingRoutes,
  ...labelRoutes,
  ...memberRoutes,
];

/**
 * The REST API as an OpenAPI 3.1 document (D27): every address, parameter, header and error, with an example of each.
 * @param publicUrl where svc answers: its server, and the host in its examples.
 */
export function openApi({ publicUrl, version }: { publicUrl: string; version: string }): OpenApi {
  return {
    openapi: "3.1.0",
    info: {
      title: "svc",
      version,
      summary: "Hours that developers log in comments on issues.",
      description: about.description,
      contact: { name: "Whoever runs this svc", url: publicUrl },
      license: { name: "All rights reserved", identifier: "LicenseRef-All-Rights-Reserved" },
    },
    servers: [server(publicUrl)],
    security: [{ token: [] }],
    tags: about.tags,
    paths: pathsOf(publicUrl),
    components: {
      schemas: { ...componentSchemas(), ...problemSchemas },
      headers,
      responses: sharedAnswers(),
      securitySchemes: { token: { type: "http", scheme: "bearer", description: about.token } },
    },
  };
}

function server(url: string): OpenApi["servers"][number] {
  const isHere = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])/.test(url);
  return {
    url,
    description: isHere ? "Local: this machine" : "Production: this server",
    "x-internal": false,
  };
}

function pathsOf(publicUrl: string): OpenApi["paths"] {
  const paths: OpenApi["paths"] = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, publicUrl) };
  }
  return paths;
}

/** Each set of errors once: most routes have the same. */
function sharedAnswers(): Record<string, Answer> {
  const all = routes.flatMap((route) => [...refusals(codesOf(route)).values()]);
  return Object.fromEntries(all.map(({ name, answer }) => [name, answer]));
}
