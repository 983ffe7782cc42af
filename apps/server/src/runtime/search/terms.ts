import { searchLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { allOf, type Sql } from '../../platform/list/sql.ts'

/** Splits a search text into terms, the longest first, as the SQL function `millrace_words` does. */
export function splitIntoTerms(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
  const terms = new Set(plain.split(/[^\p{L}\p{Nd}]+/u).flatMap((word) => (word === '' ? [] : [word.slice(0, 60)])))
  return [...terms].sort((a, b) => b.length - a.length).slice(0, searchLimits.terms)
}

/** The number of rows that are searched for a frequent term. */
export const maxRowsPerTerm = 2_000

export type WordKind = 'instance' | 'file' | 'attachment'

/**
 * Returns the query of ids of objects that have all of the terms, the newest first, up to a number. It uses an index of
 * any size.
 */
export function withWords(
  workplaceId: string,
  kind: WordKind,
  { terms, lookedAt }: { readonly terms: readonly string[]; readonly lookedAt: number },
): Sql {
  const [first = '', ...others] = terms
  return sql`select distinct f.thing_id as id from (
      select s.thing_id from search_word s where s.workplace_id = ${workplaceId} and s.kind = ${kind} and ${begins(first)}
      order by s.word, s.thing_id limit ${maxRowsPerTerm}) f
    where ${allOf(others.map((word) => hasWord(workplaceId, { kind, word, id: sql`f.thing_id` })))}
    order by f.thing_id desc limit ${lookedAt}`
}

/** How many things have the rarest of some words at most, to be found by it. */
const maxRowsOfRarestTerm = 2_000

/**
 * Returns the query of ids of objects that have a word beginning with the rarest of some terms, unless too many have
 * it. The caller checks the other terms.
 */
export function rarestThings(workplaceId: string, kind: 'instance' | 'file', terms: readonly string[]): Sql {
  const isOfKind = sql`s.workplace_id = ${workplaceId} and s.kind = ${kind}`
  const counted = terms.map(
    (word) =>
      sql`select ${word}::text as word, (select count(*) from (select from search_word s where ${isOfKind} and ${begins(word)} limit ${maxRowsOfRarestTerm + 1}) n) as count`,
  )
  return sql`select s.thing_id from (select * from (${sql.join(counted, sql` union all `)}) c order by c.count limit 1) r
    cross join lateral (select s.thing_id from search_word s where ${isOfKind} and s.word >= r.word and s.word < r.word || '\u{10FFFF}' collate "C" limit ${maxRowsOfRarestTerm}) s
    where r.count <= ${maxRowsOfRarestTerm}`
}

/** Returns the SQL condition that an object has all of the terms. */
export function hasWords(
  workplaceId: string,
  { kind, terms, id }: { kind: WordKind; terms: readonly string[]; id: Sql },
): Sql {
  return allOf(terms.map((word) => hasWord(workplaceId, { kind, word, id })))
}

function hasWord(workplaceId: string, { kind, word, id }: { kind: string; word: string; id: Sql }): Sql {
  // Not `exists`, which a plan may answer by reading the whole table once.
  return sql`(select true from search_word s where s.workplace_id = ${workplaceId} and s.thing_id = ${id} and s.kind = ${kind} and ${begins(word)} limit 1)`
}

/** Plain comparisons, which an index answers under row-level security too. */
function begins(word: string, column: Sql = sql`s.word`): Sql {
  return sql`${column} >= ${word} and ${column} < ${`${word}\u{10FFFF}`}`
}

/**
 * Returns the SQL expression of the words of some texts as an array for `arrayHasWord`, computed once for each row.
 * Only for small numbers of rows.
 */
export function wordsInSql(texts: readonly Sql[]): Sql {
  return sql`array(select millrace_words(concat_ws(' ', ${sql.join(texts)})))`
}

/** Returns the SQL condition that an array of words has one that begins with a term. */
export function arrayHasWord(array: Sql, word: string): Sql {
  return sql`exists (select from unnest(${array}) s (word) where ${begins(word, sql`s.word collate "C"`)})`
}
