import { setTimeout as sleep } from 'node:timers/promises'
import type { Compilable } from 'kysely'
import type { Place } from '../actor.ts'
import type { Database, Tx } from '../database.ts'
import { hasLostDatabase } from '../has-lost-database.ts'
import { type Cell, CellAway } from './open-cell.ts'
import { isMoving, WorkplaceMoving } from './workplace-moving.ts'

/** The databases of an installation with more than one. */
export interface Databases {
  /** Has the directory: the name of each workplace and of the database in which it lives. */
  readonly first: Database
  readonly cells: readonly Cell[]
  /** Milliseconds after which a database that does not answer is left out, where it may be. */
  readonly answerMs?: number
}

/** The databases of an installation as one. */
export interface RoutedDatabase extends Database {
  /** Looks up again where each workplace lives, because one has moved or is about to. */
  forgetHomes(): void
}

/**
 * Returns the databases of an installation as one, which routes each workplace to its database. Queries without a
 * workplace go to the first database, except those of `readEverywhere`.
 */
export function routeByWorkplace({ first, cells, answerMs = 5000 }: Databases): RoutedDatabase {
  const homes = new Map(cells.map((cell) => [cell.name, () => cell.db]))
  const ofFirst = () => first
  const known = new Map([[nowhere, ofFirst]])
  /** Homes that have to be looked up again, and hold while the directory does not answer. */
  const earlier = new Map<string, () => Database>()

  /** Workplaces that do not exist are in the first database, where nothing is found, and are not remembered. */
  const find = async (workplaceId: string): Promise<() => Database> => {
    const [rows] = await first.lookUpPlatform(
      [
        {
          name: 'workplace_cell',
          text: 'select cell, moving_at from workplace where workplace_id = $1',
          values: [workplaceId],
        },
      ],
      `workplace_cell ${workplaceId}`,
    )
    const [row] = rows ?? []
    if (row === undefined) return ofFirst
    if (row[1] != null) throw new WorkplaceMoving()
    const home = row[0] == null ? ofFirst : homes.get(row[0])
    if (home === undefined)
      throw new Error(`Expected MILLRACE_DATABASES to name the database ${row[0]} of a workplace, but it does not.`)
    known.set(workplaceId, home)
    earlier.delete(workplaceId)
    return home
  }
  const findAgain = (workplaceId: string): Promise<() => Database> =>
    find(workplaceId).catch((error: unknown) => {
      const home = earlier.get(workplaceId)
      if (home === undefined || isMoving(error) || !hasLostDatabase(error)) throw error
      return home
    })
  const of = async (workplaceId: string): Promise<Database> =>
    (known.get(workplaceId) ?? (await findAgain(workplaceId)))()
  const forgetHomes = () => {
    for (const [workplaceId, home] of known) if (workplaceId !== nowhere) earlier.set(workplaceId, home)
    known.clear()
    known.set(nowhere, ofFirst)
  }
  /** A database that refuses a workplace has lost it, even if no signal said so. */
  const change = async <T>(workplaceId: string, work: (db: Database) => Promise<T>): Promise<T> => {
    try {
      return await work(await of(workplaceId))
    } catch (error) {
      if (isMoving(error)) known.delete(workplaceId)
      throw error
    }
  }
  const all = () => [first, ...cells.filter(({ isOpen }) => isOpen).map(({ db }) => db)]

  return {
    pool: first.pool,
    counts: () => {
      const counts = all().map((db) => db.counts())
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      return { held: sum(counts.map(({ held }) => held)), waiting: sum(counts.map(({ waiting }) => waiting)) }
    },
    withTransaction: (actor, work, options) =>
      change(actor.workplaceId, (db) => db.withTransaction(actor, work, options)),
    read: async (place, work) => (await of(place.workplaceId)).read(place, work),
    readInPortions: async function* <Row>(place: Place, query: Compilable<Row>, size: number) {
      yield* (await of(place.workplaceId)).readInPortions(place, query, size)
    },
    lookUp: async (workplaceId, statements, name) => (await of(workplaceId)).lookUp(workplaceId, statements, name),
    lookUpPlatform: first.lookUpPlatform,
    withPlatformTransaction: async (cause, work, beside) =>
      (beside === undefined ? first : await of(beside)).withPlatformTransaction(cause, work),
    readPlatform: first.readPlatform,
    readEverywhere: async <T>(work: (tx: Tx) => Promise<T>, { leavesOut }: { readonly leavesOut: boolean }) => {
      const parts = [
        first.readPlatform(work),
        ...cells.map(async (cell) => {
          const answer = cell.db.readPlatform(work)
          return leavesOut ? Promise.race([answer, giveUpAfter(answerMs, cell.name)]) : answer
        }),
      ]
      const found: T[] = []
      for (const part of await Promise.allSettled(parts)) {
        if (part.status === 'fulfilled') found.push(part.value)
        else if (!leavesOut || !hasLostDatabase(part.reason)) throw part.reason
      }
      return found
    },
    forgetHomes,
    doesAnswer: first.doesAnswer,
    isHome: (workplaceId) => known.get(workplaceId) === ofFirst,
    warm: async () => {
      await Promise.all(all().map((db) => db.warm()))
    },
    onLoss: (listener) => {
      const ends = [first.onLoss(listener)]
      for (const cell of cells) cell.whenOpen((db) => ends.push(db.onLoss(listener)))
      return () => {
        for (const end of ends) end()
      }
    },
    close: async () => {
      await Promise.all([...cells.map((cell) => cell.close()), first.close()])
    },
  }
}

/** A database behind a broken line answers only after the time limit of connections, which others would wait for. */
async function giveUpAfter(ms: number, name: string): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new CellAway(name)
}

/** The workplace of rows that belong to none. */
const nowhere = '00000000-0000-0000-0000-000000000000'
