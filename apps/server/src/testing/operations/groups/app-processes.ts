import { type OperationGroup, post, put, remove } from '../operation-case.ts'

const ofDesigners = { scopes: ['administer'], allowed: ['designer'] } as const
const xmlOf = (key: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="${key}" isExecutable="true"><startEvent id="s"/></process></definitions>`
const testOf = (name: string) => ({
  name,
  steps: [{ kind: 'start', at: '2026-03-02T10:00:00.000Z' }],
  expected: { path: ['s'] },
})
const token = '00000000-0000-4000-8000-000000000000'

/** Operations about processes of applications. */
export const appProcessOperations: OperationGroup = {
  prepare: async (as) => {
    const call = (request: Parameters<typeof as>[2]) => as('root', '/api', request)
    const { id: processes } = await call(post('/applications', { name: 'Processes', key: 'processes' }))
    const base = `/applications/${processes}/appprocesses`
    const make = async (name: string, key: string) => (await call(post(base, { name, key }))).id as string
    const [process, disabledProcess, lockedProcess] = [
      await make('Order', 'order-process'),
      await make('Old order', 'old-order-process'),
      await make('Held order', 'held-order-process'),
    ]
    await call(remove(`${base}/${disabledProcess}?deletedReason=Old`))
    await call(post(`${base}/${lockedProcess}/edit-lock`, { token }))
    await call(put(`${base}/${process}/auto-saved-data`, { xml: xmlOf('order-process'), version: 1 }))
    const { id: processTest } = await call(post(`${base}/${process}/tests`, testOf('Begun')))
    return { processes, process, disabledProcess, lockedProcess, processTest }
  },
  cases: [
    {
      ...ofDesigners,
      operation: 'app-processes/create-app-process',
      api: ({ processes }) => post(`/applications/${processes}/appprocesses`, { name: 'Other', key: 'other' }),
    },
    {
      ...ofDesigners,
      operation: 'designs/import-design',
      of: 'a process',
      api: ({ processes }) => ({
        method: 'POST',
        url: `/applications/${processes}/appprocesses/import`,
        files: { 'other.bpmn': xmlOf('imported') },
      }),
    },
    {
      ...ofDesigners,
      operation: 'app-processes/change-app-process',
      api: ({ processes, process }) =>
        put(`/applications/${processes}/appprocesses/${process}`, { name: 'Other', key: 'other' }),
    },
    {
      ...ofDesigners,
      operation: 'designs/disable-design',
      of: 'a process',
      api: ({ processes, process }) => remove(`/applications/${processes}/appprocesses/${process}?deletedReason=Old`),
    },
    {
      ...ofDesigners,
      operation: 'designs/restore-design',
      of: 'a process',
      api: ({ processes, disabledProcess }) =>
        post(`/applications/${processes}/appprocesses/${disabledProcess}/restore`),
    },
    {
      ...ofDesigners,
      operation: 'app-processes/copy-app-processes',
      api: ({ processes, process }) =>
        post('/applications/0/appprocesses/save-multiple', {
          processes: [{ sourceId: process, applicationId: processes, name: 'Copy', key: 'copy' }],
        }),
    },
    {
      ...ofDesigners,
      operation: 'designs/save-version',
      of: 'a process',
      api: ({ processes, process }) =>
        post(`/applications/${processes}/appprocesses/${process}/saveProcessDesign`, { xml: xmlOf('order-process') }),
    },
    {
      ...ofDesigners,
      operation: 'designs/restore-version',
      of: 'a process',
      api: ({ processes, process }) =>
        post(`/applications/${processes}/appprocesses/process-history/${process}/1/restore`, { version: 1 }),
    },
    {
      ...ofDesigners,
      operation: 'designs/take-design-lock',
      of: 'a process',
      api: ({ processes, process }) => post(`/applications/${processes}/appprocesses/${process}/edit-lock`),
    },
    {
      ...ofDesigners,
      operation: 'designs/release-design-lock',
      of: 'a process',
      // Of somebody else: it stays his.
      changesNothing: true,
      api: ({ processes, lockedProcess }) =>
        remove(`/applications/${processes}/appprocesses/${lockedProcess}/edit-lock?token=${token}`),
    },
    {
      ...ofDesigners,
      operation: 'designs/keep-auto-saved',
      of: 'a process',
      api: ({ processes, process }) =>
        put(`/applications/${processes}/appprocesses/${process}/auto-saved-data`, { xml: '<a/>', version: 1 }),
    },
    {
      ...ofDesigners,
      operation: 'designs/discard-auto-saved',
      of: 'a process',
      // What somebody else has saved by itself is his.
      changesNothing: true,
      api: ({ processes, process }) => remove(`/applications/${processes}/appprocesses/${process}/auto-saved-data`),
    },
    {
      ...ofDesigners,
      scopes: ['read'],
      operation: 'app-processes/try-app-process',
      changesNothing: true,
      api: ({ processes, process }) =>
        post(`/applications/${processes}/appprocesses/${process}/try`, { xml: xmlOf('order-process'), steps: [] }),
    },
    {
      ...ofDesigners,
      operation: 'process-tests/create-process-test',
      api: ({ processes, process }) =>
        post(`/applications/${processes}/appprocesses/${process}/tests`, testOf('Other')),
    },
    {
      ...ofDesigners,
      operation: 'process-tests/change-process-test',
      api: ({ processes, process, processTest }) =>
        put(`/applications/${processes}/appprocesses/${process}/tests/${processTest}`, {
          name: 'Renamed',
          expected: { status: 'completed' },
        }),
    },
    {
      ...ofDesigners,
      operation: 'process-tests/remove-process-test',
      api: ({ processes, process, processTest }) =>
        remove(`/applications/${processes}/appprocesses/${process}/tests/${processTest}`),
    },
    {
      ...ofDesigners,
      scopes: ['read'],
      operation: 'process-tests/run-process-tests',
      changesNothing: true,
      api: ({ processes, process }) =>
        post(`/applications/${processes}/appprocesses/${process}/tests/run`, { xml: xmlOf('order-process') }),
    },
  ],
}
