import type { Mapping } from "../attribution.ts";

/** What the other mappings of its label do to one. */
export type Standing = {
  /** Of a global one: the repositories where a mapping of their own takes its place (spec 7.1.3). */
  except: string[];
  /** Whether the label leads to another active client as well, in the same place (spec 7.1.4). */
  ambiguous: boolean;
};

/** @param ofLabel all mappings of the label, this one among them. */
export function standingOf(mapping: Mapping, ofLabel: Mapping[]): Standing {
  const place = mapping.repository?.toLowerCase();
  const inPlace = ofLabel.filter(({ repository }) => repository?.toLowerCase() === place);
  const active = new Set(inPlace.filter((one) => one.clientActive).map((one) => one.clientId));
  const own = new Map(
    ofLabel.flatMap(({ repository }) => (repository ? [[repository.toLowerCase(), repository]] : [])),
  );
  return {
    except: mapping.repository === null ? [...own.values()] : [],
    ambiguous: mapping.clientActive && active.size > 1,
  };
}
