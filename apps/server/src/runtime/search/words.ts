import { searchLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { allOf, type Sql } from '../../platform/list/sql.ts'

/** The words of what somebody typed, the longest first, as `millrace_words` cuts what is looked through. */
export function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
  const words = new Set(plain.split(/[^\p{L}\p{Nd}]+/u).flatMap((word) => (word === '' ? [] : [word.slice(0, 60)])))
  return [...words].sort((a, b) => b.length - a.length).slice(0, searchLimits.words)
}

/** How many things are looked at for a word that many have. */
export const mostOfWord = 2_000

export type WordKind = 'instance' | 'file' | 'attachment'

/** Ids of so many things that have all of the words, the newest. Found by index, whatever there is besides. */
export function withWords(
  workplaceId: string,
  kind: WordKind,
  { words, lookedAt }: { readonly words: readonly string[]; readonly lookedAt: number },
): Sql {
  const [first = '', ...others] = words
  return sql`select distinct f.thing_id as id from (
      select s.thing_id from search_word s where s.workplace_id = ${workplaceId} and s.kind = ${kind} and ${begins(first)}
      order by s.word, s.thing_id limit ${mostOfWord}) f
    where ${allOf(others.map((word) => hasWord(workplaceId, { kind, word, id: sql`f.thing_id` })))}
    order by f.thing_id desc limit ${lookedAt}`
}

/** How many things have the rarest of some words at most, to be found by it. */
const mostOfRarest = 2_000

/**
 * Ids of things that have a word that begins with the rarest of some words, unless too many have it. For whoever looks at
 * what is found for more than that.
 */
export function rarestThings(workplaceId: string, kind: 'instance' | 'file', words: readonly string[]): Sql {
  const isOfKind = sql`s.workplace_id = ${workplaceId} and s.kind = ${kind}`
  const counted = words.map(
    (word) =>
      sql`select ${word}::text as word, (select count(*) from (select from search_word s where ${isOfKind} and ${begins(word)} limit ${mostOfRarest + 1}) n) as count`,
  )
  return sql`select s.thing_id from (select * from (${sql.join(counted, sql` union all `)}) c order by c.count limit 1) r
    cross join lateral (select s.thing_id from search_word s where ${isOfKind} and s.word >= r.word and s.word < r.word || '\u{10FFFF}' collate "C" limit ${mostOfRarest}) s
    where r.count <= ${mostOfRarest}`
}

/** Whether one thing has all of the words. */
export function hasWords(
  workplaceId: string,
  { kind, words, id }: { kind: WordKind; words: readonly string[]; id: Sql },
): Sql {
  return allOf(words.map((word) => hasWord(workplaceId, { kind, word, id })))
}

function hasWord(workplaceId: string, { kind, word, id }: { kind: string; word: string; id: Sql }): Sql {
  // Not `exists`, which a plan may answer by reading the whole table once.
  return sql`(select true from search_word s where s.workplace_id = ${workplaceId} and s.thing_id = ${id} and s.kind = ${kind} and ${begins(word)} limit 1)`
}

/** Plain comparisons, which an index answers under row-level security too. */
function begins(word: string, column: Sql = sql`s.word`): Sql {
  return sql`${column} >= ${word} and ${column} < ${`${word}\u{10FFFF}`}`
}

/** The words of some texts as an array, for `arrayHasWord`: cut once for each row. Only for few rows. */
export function wordsInSql(texts: readonly Sql[]): Sql {
  return sql`array(select millrace_words(concat_ws(' ', ${sql.join(texts)})))`
}

/** Whether a word begins one of an array of words. */
export function arrayHasWord(array: Sql, word: string): Sql {
  return sql`exists (select from unnest(${array}) s (word) where ${begins(word, sql`s.word collate "C"`)})`
}
