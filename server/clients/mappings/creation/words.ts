import type { TypedMapping } from "./typed-mapping.ts";

type Problem = { code: string; suggestion?: string };

const en = {
  title: "Create mapping",
  label: "Label",
  labelHint:
    "The whole label, e.g. client:acme. It is compared exactly: case counts, there are no wildcards.",
  client: "Client",
  choose: "Choose a client",
  clientHint: "The name of an active client.",
  noClients: "There is no active client yet. Create one first.",
  createClient: "Create client",
  repository: "Only in repository",
  repositoryHint:
    "As owner/repo, e.g. acme/web. There it takes the place of the mapping for all. Leave it empty for all.",
  submit: "Create mapping",
  preview: "Preview",
  cancel: "Cancel",
  /** By the field and the code. */
  problems: {
    "label.empty": () => "Give the whole label, e.g. client:acme.",
    "label.exists": () => "This mapping stands already.",
    "label.too_long": () => "The label is too long: at most 1,024 characters.",
    "client.unknown": ({ client }) =>
      client.trim() === ""
        ? "Choose the client that the label leads to."
        : `There is no active client called ${client}. Choose another, or create it first.`,
    "client.deactivated": ({ client }) =>
      `${client} is deactivated, so nothing new can be attributed to it. Reactivate it first, or choose another client.`,
    "repository.wrong_form": (_, { suggestion }) =>
      `The repository has the form owner/repo, e.g. acme/web.${suggestion ? ` Did you mean ${suggestion}?` : ""}`,
  } as Record<string, (typed: TypedMapping, problem: Problem) => string>,
};

const nl: typeof en = {
  title: "Koppeling maken",
  label: "Label",
  labelHint:
    "Het hele label, bijvoorbeeld client:acme. Het wordt precies vergeleken: hoofdletters tellen, jokertekens zijn er niet.",
  client: "Klant",
  choose: "Kies een klant",
  clientHint: "De naam van een actieve klant.",
  noClients: "Er is nog geen actieve klant. Maak er eerst een.",
  createClient: "Klant maken",
  repository: "Alleen in repository",
  repositoryHint:
    "Als eigenaar/repo, bijvoorbeeld acme/web. Daar komt ze in de plaats van de koppeling voor alle. Laat leeg voor alle.",
  submit: "Koppeling maken",
  preview: "Voorbeeld",
  cancel: "Annuleren",
  problems: {
    "label.empty": () => "Geef het hele label, bijvoorbeeld client:acme.",
    "label.exists": () => "Deze koppeling is er al.",
    "label.too_long": () => "Het label is te lang: hoogstens 1024 tekens.",
    "label.unreadable": () => "Het label bevat een teken dat geen label kan bevatten.",
    "client.unknown": ({ client }) =>
      client.trim() === ""
        ? "Kies de klant waar het label heen leidt."
        : `Er is geen actieve klant die ${client} heet. Kies een andere, of maak hem eerst.`,
    "client.deactivated": ({ client }) =>
      `${client} is gedeactiveerd en krijgt niets nieuws. Activeer hem eerst weer, of kies een andere klant.`,
    "repository.wrong_form": (_, { suggestion }) =>
      `De repository heeft de vorm eigenaar/repo, bijvoorbeeld acme/web.${suggestion ? ` Bedoel je ${suggestion}?` : ""}`,
  },
};

export const words = { en, nl };
