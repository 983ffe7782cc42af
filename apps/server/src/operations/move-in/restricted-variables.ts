import type { Report } from './report.ts'

/** A variable of the source. */
interface VariableOfSource {
  readonly id_: string
  /** Fluxnova: whether only some users see it. */
  readonly restricted_?: boolean | null
}

/** The code of the report for variables that only some users see in Fluxnova. */
const code = 'variable-restricted'

/**
 * Counts the moved variables that Fluxnova restricts one by one: this product restricts names, so users may read more
 * here. A running variable is in the history, too, with the same id.
 */
export function countRestricted(report: Report, ...variables: readonly (readonly VariableOfSource[])[]): void {
  const ids = new Set(variables.flat().flatMap(({ id_, restricted_ }) => (restricted_ === true ? [id_] : [])))
  if (ids.size > 0) report.leave(describe(ids.size), { count: ids.size, isListed: false })
}

/** Lists in the report, once, how many were counted: by this move, also before an interruption. */
export function listRestricted(report: Report): void {
  const [, count] = report.codes().find(([one]) => one === code) ?? [code, 0]
  if (count > 0) report.leave(describe(count), { count: 0 })
}

function describe(count: number) {
  return {
    code,
    table: 'ACT_HI_VARINST',
    id: '*',
    message: `${count} restricted variables. They are moved, and restricted here only if their names are restricted.`,
  }
}
