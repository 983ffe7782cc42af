import { type OperationGroup, post, put, remove } from '../operation-case.ts'

const columns = [{ key: 'code', name: 'Code', type: 'text', isKey: true }]
const ofDesigners = { scopes: ['administer'], allowed: ['designer'] } as const

/** Operations about custom data lists. */
export const dataListOperations: OperationGroup = {
  prepare: async (as) => {
    const make = async (name: string) =>
      (await as('root', '/api', post('/data-lists', { name, key: name, columns }))).id as string
    const [dataList, disabledDataList] = [await make('Cities'), await make('Towns')]
    await as(
      'root',
      '/api',
      post(`/data-lists/${dataList}/rows`, { version: 1, added: [{ after: null, cells: { code: 'LIS' } }] }),
    )
    await as('root', '/api', remove(`/data-lists/${disabledDataList}?deletedReason=Old`))
    const [fedList, unfedList] = [await make('Fed'), await make('Unfed')]
    return { dataList, disabledDataList, fedList, unfedList }
  },
  cases: [
    {
      ...ofDesigners,
      operation: 'data-lists/create-data-list',
      api: ({ dataList }) => post('/data-lists', { name: 'Other', key: 'other', columns, copyOf: dataList }),
    },
    {
      ...ofDesigners,
      operation: 'data-lists/change-data-list',
      api: ({ dataList }) =>
        put(`/data-lists/${dataList}`, { name: 'Other', columns: [...columns, { key: 'b', name: 'B', type: 'date' }] }),
    },
    {
      ...ofDesigners,
      operation: 'data-lists/disable-data-list',
      api: ({ dataList }) => remove(`/data-lists/${dataList}?deletedReason=Old`),
    },
    {
      ...ofDesigners,
      operation: 'data-lists/restore-data-list',
      api: ({ disabledDataList }) => post(`/data-lists/${disabledDataList}/restore`),
    },
    {
      ...ofDesigners,
      operation: 'data-lists/save-rows',
      api: ({ dataList }) =>
        post(`/data-lists/${dataList}/rows`, { version: 2, added: [{ after: null, cells: { code: 'OPO' } }] }),
    },
    {
      ...ofDesigners,
      operation: 'data-lists/import-rows',
      api: ({ dataList }) => ({
        method: 'POST',
        url: `/data-lists/${dataList}/import?mode=replace`,
        files: { 'rows.csv': 'Code\nOPO' },
      }),
    },
    {
      ...ofDesigners,
      operation: 'data-lists/restore-rows',
      api: ({ dataList }) => post(`/data-lists/${dataList}/versions/1/restore`),
    },
    {
      ...ofDesigners,
      operation: 'data-list-feeds/save-feed',
      // The adapter of the group of external systems.
      api: ({ fedList }) => put(`/data-lists/${fedList}/feed`, { adapter: 'cities' }),
    },
    {
      ...ofDesigners,
      operation: 'data-list-feeds/remove-feed',
      changesNothing: true,
      api: ({ unfedList }) => remove(`/data-lists/${unfedList}/feed`),
    },
  ],
}
