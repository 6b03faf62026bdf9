import { ClientJson, ClientListJson, ClientNameJson } from "../../clients/json.ts";
import { clientExample, deactivatedClientExample } from "../examples.ts";
import type { Route } from "../operation.ts";
import { idOf, oneOf, pageParameters, query } from "../parameters.ts";

const client = idOf("the client", 3);

/** Clients (spec 4.4). */
export const clientRoutes: Route[] = [
  {
    method: "get",
    path: "/api/v1/clients",
    id: "listClients",
    svc: "svc clients list --status active",
    tag: "Clients",
    summary: "List clients",
    description: "In the order in which they were made, deactivated ones too unless `status` says otherwise.",
    parameters: [
      query(
        "status",
        "Only those: without it, or with `all`, both.",
        { ...oneOf("active", "deactivated", "all"), default: "all" },
        "active",
      ),
      ...pageParameters,
    ],
    query: "?status=active",
    answer: {
      status: 200,
      description: "A page of the list.",
      headers: ["Link"],
      json: { schema: ClientListJson, example: { data: [clientExample], next_cursor: null } },
    },
  },
  {
    method: "post",
    path: "/api/v1/clients",
    id: "createClient",
    svc: "svc clients create Globex",
    tag: "Clients",
    summary: "Make a client",
    description:
      "For admins. A client that is there already is answered with 409 and its address in `Location`, so a script can be run twice.",
    body: { schema: ClientNameJson, description: "The client's name.", example: { name: "Globex" } },
    answer: {
      status: 201,
      description: "The client, and its address in `Location`.",
      headers: ["Location"],
      json: { schema: ClientJson, example: clientExample },
    },
    codes: ["admin_only", "client_exists"],
  },
  {
    method: "get",
    path: "/api/v1/clients/{id}",
    id: "getClient",
    svc: "svc api clients/3",
    tag: "Clients",
    summary: "Read a client",
    description: "Also one that is deactivated.",
    parameters: [client],
    answer: { status: 200, description: "The client.", json: { schema: ClientJson, example: clientExample } },
    codes: ["client_not_found"],
  },
  {
    method: "patch",
    path: "/api/v1/clients/{id}",
    id: "renameClient",
    svc: 'svc clients rename Globex "Globex Corporation"',
    tag: "Clients",
    summary: "Rename a client",
    description:
      "For admins. Entries show the name that their client has now. The name it has already may be given again.",
    parameters: [client],
    body: {
      schema: ClientNameJson,
      description: "The new name.",
      example: { name: "Globex Corporation" },
    },
    answer: {
      status: 200,
      description: "The client as it is now.",
      json: { schema: ClientJson, example: { ...clientExample, name: "Globex Corporation" } },
    },
    codes: ["admin_only", "client_not_found", "client_exists"],
  },
  {
    method: "post",
    path: "/api/v1/clients/{id}/deactivation",
    id: "deactivateClient",
    svc: "svc clients deactivate Globex --yes",
    tag: "Clients",
    summary: "Deactivate a client",
    description:
      "For admins. From the answer on, nothing new is attributed to it; entries that are, stay. One that is deactivated already stays so, with the same answer. No body is needed.",
    parameters: [client],
    answer: {
      status: 200,
      description: "The client as it is now.",
      json: { schema: ClientJson, example: deactivatedClientExample },
    },
    codes: ["admin_only", "client_not_found"],
  },
  {
    method: "post",
    path: "/api/v1/clients/{id}/reactivation",
    id: "reactivateClient",
    svc: "svc clients reactivate Globex",
    tag: "Clients",
    summary: "Reactivate a client",
    description:
      "For admins. Entries that were made in between stay without it. Refused where another active client has taken its name. No body is needed.",
    parameters: [client],
    answer: {
      status: 200,
      description: "The client as it is now.",
      json: { schema: ClientJson, example: clientExample },
    },
    codes: ["admin_only", "client_not_found", "client_exists"],
  },
];
