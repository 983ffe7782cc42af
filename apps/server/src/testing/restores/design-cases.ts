import { dataColumns, designOf, type RestoreCase, type RestoreTest } from './restore-test.ts'

type Kind = 'application' | 'app-process' | 'app-decision' | 'form' | 'data-list' | 'email-template'

/** Returns the cases of designs and their applications. */
export function designCases(test: RestoreTest): Readonly<Record<Kind, RestoreCase>> {
  const { make, post, put } = test
  const { application } = test
  return {
    application: {
      make: () => make('/applications', { name: 'Orders', key: 'orders', description: 'First' }),
      change: (id) => put(`/applications/${id}`, { name: 'Purchases', key: 'purchases', description: 'Second' }),
      columns: ['description', 'key', 'name'],
      what: /^Application(?: “Orders”|: \d) changed$/,
    },
    'app-process': {
      make: async () => make(`/applications/${await application()}/appprocesses`, { name: 'Buy', key: 'buy' }),
      change: async (id) =>
        put(`/applications/${await application()}/appprocesses/${id}`, {
          name: 'Sell',
          key: 'sell',
          documentation: 'Why',
        }),
      columns: ['documentation', 'name', 'process_key', 'version'],
      what: /^Process(?: “Buy”|: \d) changed$/,
    },
    'app-decision': {
      make: async () => make(`/applications/${await application()}/appdecisions`, { name: 'Rate', key: 'rate' }),
      change: async (id) =>
        put(`/applications/${await application()}/appdecisions/${id}`, { name: 'Price', key: 'price' }),
      columns: ['decision_key', 'name', 'version'],
      what: /^Decision(?: “Rate”|: \d) changed$/,
    },
    form: {
      make: async () => {
        const forms = `/applications/${await application()}/appforms`
        const id = await make(forms, { name: 'Visit', formKey: 'visit', labels: 'old' })
        await post(`${forms}/${id}/saveFormDesign`, designOf('First'))
        return id
      },
      change: async (id) => {
        const form = `/applications/${await application()}/appforms/${id}`
        await post(`${form}/saveFormDesign`, designOf('Second'))
        await put(form, { name: 'Call', formKey: 'call', labels: 'new' })
      },
      columns: ['form_key', 'labels', 'name', 'version'],
      what: /^Form(?: “Visit”|: \d) changed$/,
    },
    'data-list': {
      make: async () => {
        const id = await make('/data-lists', {
          name: 'Cities',
          key: 'cities',
          description: 'First',
          columns: dataColumns,
        })
        await post(`/data-lists/${id}/rows`, { version: 1, added: [{ after: null, cells: { code: 'LIS' } }] })
        return id
      },
      change: async (id) => {
        await post(`/data-lists/${id}/rows`, { version: 2, added: [{ after: null, cells: { code: 'OPO' } }] })
        await put(`/data-lists/${id}`, { name: 'Towns', description: 'Second', columns: dataColumns })
      },
      columns: ['description', 'name', 'version'],
      what: /^Custom data list(?: “Cities”|: \d) changed$/,
    },
    'email-template': {
      make: () => make('/templates/email-template', { name: 'Order', subject: 'Old', html: '<p>Old</p>' }),
      change: (id) => put(`/templates/email-template/${id}`, { name: 'Bill', subject: 'New', html: '<p>New</p>' }),
      columns: ['html', 'name', 'subject'],
      what: /^Email template(?: “Order”|: \d) changed$/,
    },
  }
}
