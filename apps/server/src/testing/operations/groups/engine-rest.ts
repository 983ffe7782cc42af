import { type OperationGroup, operators, post, programs, put, remove } from '../operation-case.ts'

const filter = { resourceType: 'Task', name: 'Mine', query: { assigneeExpression: '${currentUser()}' } }

/** The operations that only API clients use: filters of Camunda's task list, and notes in its log of operations. */
export const engineRestOperations: OperationGroup = {
  prepare: async (as) => {
    const { id } = await as('root', '/engine-rest', post('/filter/create', filter))
    const logged = await as('root', '/engine-rest', {
      method: 'GET',
      url: '/history/user-operation?entityType=Filter&property=filterId',
    })
    return { filter: id, operation: (logged as unknown as { operationId: string }[])[0]?.operationId ?? '' }
  },
  cases: [
    {
      operation: 'filters/create-filter',
      scopes: ['work'],
      allowed: programs,
      rest: () => post('/filter/create', { ...filter, name: 'Another' }),
    },
    {
      operation: 'filters/change-filter',
      scopes: ['work'],
      allowed: programs,
      rest: (things) => put(`/filter/${things.filter}`, { ...filter, name: 'Ours' }),
    },
    {
      operation: 'filters/delete-filter',
      scopes: ['work'],
      allowed: programs,
      rest: (things) => remove(`/filter/${things.filter}`),
    },
    {
      operation: 'operation-log/annotate-operation',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ operation }) => put(`/history/user-operation/${operation}/set-annotation`, { annotation: 'Why' }),
    },
  ],
}
