import { type Attack, endingOf } from '../attack.ts'

const ends = ['200', '400 InvalidRequestException', '422 BudgetExceededException', '422 InvalidRequestException']

function query(name: string, where: string, body: () => object, isShort = false): Attack {
  return {
    name: `a query: ${name}`,
    within: 20_000,
    ends,
    isShort,
    run: async (attacker) => {
      let last = await attacker.call('POST', where, body())
      for (let time = 0; time < 4; time++) last = await attacker.call('POST', where, body())
      return endingOf(last)
    },
  }
}

const conditions = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `v${n}`, operator: 'like', value: '%a%a%a%a%a%b' }))

/** Attacks by long queries, and by queries that take PostgreSQL a long time. */
export const queries: readonly Attack[] = [
  query('two thousand conditions on variables', '/process-instance', () => ({ variables: conditions(2000) })),
  query('five hundred alternatives of conditions', '/task', () => ({
    orQueries: Array.from({ length: 500 }, () => ({ processVariables: conditions(3) })),
  })),
  query('twenty thousand ids', '/process-instance', () => ({
    processInstanceIds: Array.from(
      { length: 20_000 },
      (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    ),
  })),
  query('a pattern of ten thousand wildcards', '/history/variable-instance', () => ({
    variableNameLike: '%a'.repeat(10_000),
  })),
  query('sorted by a thousand things', '/task', () => ({
    sorting: Array.from({ length: 1000 }, () => ({ sortBy: 'name', sortOrder: 'asc' })),
  })),
]
