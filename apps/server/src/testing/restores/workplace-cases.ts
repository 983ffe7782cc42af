import type { RestoreCase, RestoreTest } from './restore-test.ts'

type Kind =
  | 'category'
  | 'global-property'
  | 'system-template'
  | 'filter'
  | 'list-view'
  | 'setting'
  | 'theme'
  | 'business-calendar'
  | 'package-source'
  | 'site-theme'

/** Returns the cases of the workplace and its work. */
export function workplaceCases(test: RestoreTest): Readonly<Record<Kind, RestoreCase>> {
  const { make, makeTheme, post, put } = test
  const { rest, sendForm } = test
  const changeSetting = async (value: number, revision: number) => {
    await put('/admin/settings', { changes: [{ key: 'session.idleSeconds', value, revision }] })
    return 'session.idleSeconds'
  }
  const saveLook = (fields: Readonly<Record<string, string>>) => sendForm('/admin/themes-api', fields)
  return {
    category: {
      make: () => make('/categories', { name: 'Sales', description: 'First', roles: ['RoleUser'] }),
      change: async (id) => {
        const parentId = await make('/categories', { name: 'Above' })
        await put(`/categories/${id}`, { name: 'Shop', description: 'Second', roles: [] })
        await put(`/categories/${id}/place`, { parentId, before: null })
      },
      columns: ['description', 'name', 'parent_id', 'roles'],
      what: /^Category(?: “Sales”|: \d) changed$/,
    },
    'global-property': {
      make: () => make('/global-properties', { key: 'limit', name: 'Limit', type: 'number', value: '5' }),
      change: (id) => put(`/global-properties/${id}`, { name: 'Bound', type: 'text', value: 'five' }),
      columns: ['name', 'type', 'value'],
      what: /^Global property(?: “Limit”|: \d) changed$/,
    },
    'system-template': {
      make: async () => {
        await put('/admin/system-templates/overdue', { subject: 'Old', html: '<p>Old</p>' })
        return 'overdue/'
      },
      change: () => put('/admin/system-templates/overdue', { subject: 'New', html: '<p>New</p>' }),
      columns: ['html', 'subject'],
      what: /^System template(?:|: \d) changed$/,
    },
    filter: {
      make: async () =>
        (
          await rest.post('/filter/create', {
            resourceType: 'Task',
            name: 'Mine',
            owner: 'root',
            query: { assignee: 'a' },
          })
        ).body.id,
      change: (id) =>
        rest.put(`/filter/${id}`, { resourceType: 'Task', name: 'Yours', owner: 'root', query: { assignee: 'b' } }),
      columns: ['name', 'query'],
      what: /^Filter for tasks(?: “Mine”|: \d) changed$/,
    },
    'list-view': {
      make: () =>
        make('/list-views', {
          list: 'tasks.open',
          name: 'Late',
          search: { q: 'a' },
          columns: { order: ['due'] },
          sharing: { with: 'everybody' },
        }),
      change: (id) =>
        put(`/list-views/${id}`, { name: 'Early', search: { q: 'b' }, columns: {}, sharing: { with: 'nobody' } }),
      columns: ['columns', 'name', 'search', 'sharing'],
      what: /^List view(?: “Late”|: \d) changed$/,
    },
    setting: {
      make: () => changeSetting(600, 0),
      change: () => changeSetting(900, 1),
      columns: ['value'],
      what: /^Setting(?: “session.idleSeconds”|: \d) changed$/,
    },
    theme: {
      make: () => makeTheme({ name: 'Dusk', code: 'dusk', variables: '{}' }),
      change: (id) => post('/admin/themes-api/user-defined-theme/save', { id, name: 'Dawn', variables: '{}' }),
      columns: ['name'],
      what: /^Theme(?: “Dusk”|: \d) changed$/,
    },
    'business-calendar': {
      make: async () => {
        await put('/processengine/calendars/office', { zone: 'UTC', hours: {}, holidays: ['2026-12-25'] })
        return 'office'
      },
      change: () => put('/processengine/calendars/office', { zone: 'Europe/Lisbon', hours: {}, holidays: [] }),
      columns: ['holidays', 'zone'],
      what: /^Business calendar(?: “office”|: \d) changed$/,
    },
    'package-source': {
      make: () => make('/admin/package-sources', { name: 'Test stage', kind: 'folder', folder: '/srv/a' }),
      change: (id) =>
        put(`/admin/package-sources/${id}`, { name: 'Live', kind: 'folder', folder: '/srv/b', everyMinutes: 60 }),
      columns: ['every_minutes', 'folder', 'name'],
      what: /^Package source(?: “Test stage”|: \d) changed$/,
    },
    'site-theme': {
      make: async () => {
        await saveLook({ productName: 'Mill', menuOnTop: 'true' })
        return ''
      },
      change: () => saveLook({ productName: '', menuOnTop: 'false' }),
      columns: ['menu_on_top', 'product_name'],
      what: /^Look of the workplace(?:|: \d) changed$/,
    },
  }
}
