import { type OperationGroup, post, put, remove } from '../operation-case.ts'

const ofDesigners = { scopes: ['administer'], allowed: ['designer'] } as const
const xmlOf = (key: string) =>
  `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="definitions_${key}" name="x" namespace="t"><decision id="${key}" name="${key}"><literalExpression><text>1</text></literalExpression></decision></definitions>`
const token = '00000000-0000-4000-8000-000000000000'

/** Operations about decisions of applications. */
export const appDecisionOperations: OperationGroup = {
  prepare: async (as) => {
    const call = (request: Parameters<typeof as>[2]) => as('root', '/api', request)
    const { id: decisions } = await call(post('/applications', { name: 'Decisions', key: 'decisions' }))
    const base = `/applications/${decisions}/appdecisions`
    const make = async (name: string, key: string) => (await call(post(base, { name, key }))).id as string
    const [designedDecision, disabledDecision, lockedDecision] = [
      await make('Order', 'order-decision'),
      await make('Old order', 'old-order-decision'),
      await make('Held order', 'held-order-decision'),
    ]
    await call(remove(`${base}/${disabledDecision}?deletedReason=Old`))
    await call(post(`${base}/${lockedDecision}/edit-lock`, { token }))
    await call(put(`${base}/${designedDecision}/auto-saved-data`, { xml: xmlOf('order-decision'), version: 1 }))
    return { decisions, designedDecision, disabledDecision, lockedDecision }
  },
  cases: [
    {
      ...ofDesigners,
      operation: 'app-decisions/create-app-decision',
      api: ({ decisions }) => post(`/applications/${decisions}/appdecisions`, { name: 'Other', key: 'other' }),
    },
    {
      ...ofDesigners,
      operation: 'designs/import-design',
      of: 'a decision',
      api: ({ decisions }) => ({
        method: 'POST',
        url: `/applications/${decisions}/appdecisions/import`,
        files: { 'other.dmn': xmlOf('imported') },
      }),
    },
    {
      ...ofDesigners,
      operation: 'app-decisions/change-app-decision',
      api: ({ decisions, designedDecision }) =>
        put(`/applications/${decisions}/appdecisions/${designedDecision}`, { name: 'Other', key: 'other' }),
    },
    {
      ...ofDesigners,
      operation: 'designs/disable-design',
      of: 'a decision',
      api: ({ decisions, designedDecision }) =>
        remove(`/applications/${decisions}/appdecisions/${designedDecision}?deletedReason=Old`),
    },
    {
      ...ofDesigners,
      operation: 'designs/restore-design',
      of: 'a decision',
      api: ({ decisions, disabledDecision }) =>
        post(`/applications/${decisions}/appdecisions/${disabledDecision}/restore`),
    },
    {
      ...ofDesigners,
      operation: 'app-decisions/copy-app-decisions',
      api: ({ decisions, designedDecision }) =>
        post('/applications/0/appdecisions/save-multiple', {
          decisions: [{ sourceId: designedDecision, applicationId: decisions, name: 'Copy', key: 'copy' }],
        }),
    },
    {
      ...ofDesigners,
      operation: 'designs/save-version',
      of: 'a decision',
      api: ({ decisions, designedDecision }) =>
        post(`/applications/${decisions}/appdecisions/${designedDecision}/saveDecisionDesign`, {
          xml: xmlOf('order-decision'),
        }),
    },
    {
      ...ofDesigners,
      operation: 'designs/restore-version',
      of: 'a decision',
      api: ({ decisions, designedDecision }) =>
        post(`/applications/${decisions}/appdecisions/decision-history/${designedDecision}/1/restore`, { version: 1 }),
    },
    {
      ...ofDesigners,
      operation: 'designs/take-design-lock',
      of: 'a decision',
      api: ({ decisions, designedDecision }) =>
        post(`/applications/${decisions}/appdecisions/${designedDecision}/edit-lock`),
    },
    {
      ...ofDesigners,
      operation: 'designs/release-design-lock',
      of: 'a decision',
      // Of somebody else: it stays his.
      changesNothing: true,
      api: ({ decisions, lockedDecision }) =>
        remove(`/applications/${decisions}/appdecisions/${lockedDecision}/edit-lock?token=${token}`),
    },
    {
      ...ofDesigners,
      operation: 'designs/keep-auto-saved',
      of: 'a decision',
      api: ({ decisions, designedDecision }) =>
        put(`/applications/${decisions}/appdecisions/${designedDecision}/auto-saved-data`, { xml: '<a/>', version: 1 }),
    },
    {
      ...ofDesigners,
      operation: 'designs/discard-auto-saved',
      of: 'a decision',
      // What somebody else has saved by itself is his.
      changesNothing: true,
      api: ({ decisions, designedDecision }) =>
        remove(`/applications/${decisions}/appdecisions/${designedDecision}/auto-saved-data`),
    },
  ],
}
