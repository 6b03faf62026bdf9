import type { MappingOutcome } from "./explain.ts";
import type { IssueProblem } from "./tried-issue.ts";

type Problems = Record<IssueProblem["code"], string>;

const en = {
  title: "Try labels",
  lead: "Which client an issue with these labels leads to, and why. Nothing is written.",
  repository: "Repository",
  repositoryHint: "As owner/repo, e.g. acme/web.",
  labels: "Labels",
  labelsHint:
    "One to a line, in the order that the issue has them: the first that leads to an active client counts.",
  submit: "Try",
  back: "To the mappings",
  result: "Outcome",
  missing: "Fill in a repository and labels, and read here where they lead.",
  client: (name: string) => `An entry made now goes to ${name}.`,
  ambiguous:
    "Ambiguous: another active client matches as well. The first counts, and the confirmation says so.",
  none: "An entry made now has no client: none of these labels has a mapping that applies here.",
  noneActive: "An entry made now has no client: what these labels lead to is deactivated.",
  columns: { label: "Label", client: "Client", place: "Where", outcome: "Outcome" },
  everywhere: "everywhere",
  unmapped: "no mapping applies",
  outcomes: {
    wins: "decides",
    same_client: "same client",
    other_client: "ambiguous",
    shadowed: "the repository’s own comes first",
    client_deactivated: "client deactivated",
  } satisfies Record<MappingOutcome, string>,
  problems: {
    wrong_form: "The repository has the form owner/repo, e.g. acme/web.",
    none: "Give at least one label.",
    too_many: "At most 100 labels: an issue has no more.",
    too_long: "A label has at most 1,024 characters. Put each on a line of its own.",
  } satisfies Problems,
};

const nl: typeof en = {
  title: "Labels proberen",
  lead: "Naar welke klant een issue met deze labels leidt, en waarom. Er wordt niets vastgelegd.",
  repository: "Repository",
  repositoryHint: "Als eigenaar/repo, bijvoorbeeld acme/web.",
  labels: "Labels",
  labelsHint:
    "Eén per regel, in de volgorde van het issue: het eerste dat naar een actieve klant leidt, telt.",
  submit: "Proberen",
  back: "Naar de koppelingen",
  result: "Uitkomst",
  missing: "Vul een repository en labels in, en lees hier waar ze heen leiden.",
  client: (name) => `Wat nu wordt geschreven, gaat naar ${name}.`,
  ambiguous: "Dubbelzinnig: er past nog een actieve klant. De eerste telt, en de bevestiging zegt het erbij.",
  none: "Wat nu wordt geschreven, heeft geen klant: geen van deze labels heeft hier een koppeling.",
  noneActive: "Wat nu wordt geschreven, heeft geen klant: waar deze labels heen leiden, is gedeactiveerd.",
  columns: { label: "Label", client: "Klant", place: "Waar", outcome: "Uitkomst" },
  everywhere: "overal",
  unmapped: "geen koppeling die hier telt",
  outcomes: {
    wins: "beslist",
    same_client: "dezelfde klant",
    other_client: "dubbelzinnig",
    shadowed: "die van de repository gaat voor",
    client_deactivated: "klant gedeactiveerd",
  },
  problems: {
    wrong_form: "De repository heeft de vorm eigenaar/repo, bijvoorbeeld acme/web.",
    none: "Geef ten minste één label.",
    too_many: "Hoogstens 100 labels: meer heeft een issue niet.",
    too_long: "Een label heeft hoogstens 1024 tekens. Zet elk op een eigen regel.",
  },
};

export const words = { en, nl };
