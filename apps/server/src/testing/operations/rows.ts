import type { Rows } from '../workplace-rows.ts'

/** The columns whose values a request may change even if it fails, such as the time of the last sign-in. */
export const restless = ['last_used_at', 'last_seen_at', 'last_login_at', 'last_login_key']

/** Columns that tell by which surface something was done, or in which transaction; the same operation has others there. */
const perSurface = ['cause', 'transaction_id']

/**
 * Returns the changes of an operation, so that two runs of it can be compared: deleted and added rows, each after the
 * name of its table. New ids, times and secrets are replaced by placeholders. Rows of the audit are included: the same
 * operation has to write the same revisions.
 */
export function changeOf(before: Rows, after: Rows, knownIds: ReadonlySet<string>): string[] {
  return [...after.keys()]
    .flatMap((name) => {
      const [gone, made] = [listNew(after, before, name), listNew(before, after, name)]
      const plain = (sign: '-' | '+', rows: readonly string[]) =>
        rows.map((row) => `${sign} ${name} ${neutral(row, knownIds)}`)
      return [...plain('-', gone), ...plain('+', made)]
    })
    .toSorted()
}

/** Rows of a table that are there after and were not before. */
function listNew(before: Rows, after: Rows, name: string): readonly string[] {
  const [was, is] = [before.get(name) ?? [], after.get(name) ?? []]
  if (was === is) return []
  const known = new Set(was)
  return is.filter((row) => !known.has(row))
}

function neutral(row: string, knownIds: ReadonlySet<string>): string {
  return (
    row
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (knownIds.has(id) ? id : 'ID'))
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:\+00:00|Z)?/g, 'TIME')
      // Instances without a title of their own are told apart by six digits of their ids.
      .replaceAll(/("title_key": "[^"]*) \d{6}"/g, '$1 DIGITS"')
      // Rows as the engine keeps them to undo a change, with ids in them.
      .replaceAll(/(?<="format": 1, "content": "\\\\x)[0-9a-f]+/g, 'ROWS')
      .replaceAll(/\$argon2id[^"]+/g, 'HASH')
      .replaceAll(/(?<=_hash": ")[^"]+/g, 'HASH')
      .replaceAll(/(?<=\/password#)[\w.-]+/g, 'TOKEN')
      // The number in the title of an instance is part of its id.
      .replaceAll(/(?<="word": ")\d{6}(?=")/g, 'NUMBER')
      .replaceAll(/(?<="sealed": ")[^"]+/g, 'SEALED')
      .replaceAll(/erased-[0-9a-f]{12}|(?<=\(deleted )[0-9a-f]{12}/g, 'PSEUDONYM')
      // Digests of the audit have a random salt in them.
      .replaceAll(/(?<="(?:link|content|person)": "\\\\x)[0-9a-f]{64}/g, 'DIGEST')
      .replaceAll(new RegExp(`"(?:${perSurface.join('|')})": (?:"[^"]*"|\\d+|null)`, 'g'), '')
  )
}

/** Returns the user and the cause of each new revision in the audit. */
export function listAudited(before: Rows, after: Rows): { user_id: string | null; cause: string | null }[] {
  return listNew(before, after, 'audit_revision').map((row) => {
    const { user_id, cause } = JSON.parse(row)
    return { user_id, cause }
  })
}

export function listIds(rows: Rows): Set<string> {
  return new Set(
    [...rows.values()].flat().flatMap((row) => row.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []),
  )
}
