import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { countInstances, deploy, findDefinitionId } from './engine-rest.ts'
import { takeComplaints, visit, visitAs } from './visit.ts'

/* What people reported of other products' forms, in a real browser. */

const page = (id: string, label: string, key: string) => ({
  id,
  type: 'page',
  props: { label },
  children: [{ id: `${id}Field`, type: 'text', key, props: { label: key } }],
})
const paged = {
  id: 'pages',
  type: 'pages',
  props: { label: 'Trip' },
  children: [page('one', 'First', 'from'), page('two', 'Second', 'to'), page('three', 'Third', 'why')],
}

const places = ['Zürich', 'Bern', 'Orléans', 'Malmö', 'Ålesund'].map((label) => ({ value: label, label }))
const many = Array.from({ length: 400 }, (_, index) => ({ value: `v${index}`, label: `Place ${index}` }))
const choices = [
  { id: 'short', type: 'select', key: 'short', props: { label: 'Short list', options: places.slice(0, 2) } },
  { id: 'long', type: 'select', key: 'long', props: { label: 'Long list', options: [...many, ...places] } },
  { id: 'some', type: 'multi-select', key: 'some', props: { label: 'Several', options: places } },
]

const model = (key: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t"><process id="${key}" name="${key}" isExecutable="true" camunda:historyTimeToLive="P30D"><startEvent id="s" camunda:formKey="millrace:deployment:f.form.json"/><sequenceFlow id="f" sourceRef="s" targetRef="e"/><endEvent id="e"/></process></definitions>`

const days = [
  { id: 'day', type: 'date', key: 'day', props: { label: 'Day' } },
  {
    ...{ id: 'rows', type: 'repeater', key: 'rows', props: { label: 'Rows' } },
    children: [{ id: 'of', type: 'date', key: 'of', props: { label: 'Day of row' } }],
  },
]
const modelOfDays = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t"><process id="reported-days" name="reported-days" isExecutable="true" camunda:historyTimeToLive="P30D"><startEvent id="s" camunda:formKey="millrace:deployment:f.form.json"/><sequenceFlow id="f1" sourceRef="s" targetRef="west"/><userTask id="west" name="Look far west" camunda:assignee="rosa" camunda:formKey="millrace:deployment:f.form.json"/><sequenceFlow id="f2" sourceRef="west" targetRef="here"/><userTask id="here" name="Look here" camunda:assignee="rosa" camunda:formKey="millrace:deployment:f.form.json"/></process></definitions>`

beforeAll(async () => {
  await deploy('reported-days.bpmn', modelOfDays, {
    'f.form.json': JSON.stringify({ schema: 2, id: 'f', root: days }),
  })
  for (const [key, root] of [
    ['reported-pages', [paged]],
    ['reported-choices', choices],
  ] as const)
    await deploy(`${key}.bpmn`, model(key), { 'f.form.json': JSON.stringify({ schema: 2, id: 'f', root }) })
})

it('“Next” turns one page, also when it is clicked twice, and never starts the process', async () => {
  const before = await countInstances('reported-pages', 'rosa')
  const id = await findDefinitionId('reported-pages')
  const form = await visitAs('rosa', `/processes/viewprocess/${id}`)
  const next = form.getByRole('button', { name: 'Next', exact: true })
  await form.getByRole('textbox', { name: 'from' }).fill('Zürich')
  await next.dblclick()
  await form.getByRole('textbox', { name: 'to' }).waitFor()
  await next.click()
  await form.getByRole('textbox', { name: 'why' }).waitFor()
  await form.getByRole('button', { name: 'Back', exact: true }).click()
  await form.getByRole('textbox', { name: 'to' }).waitFor()
  await next.dblclick()
  await form.getByRole('textbox', { name: 'why' }).fill('A fair')
  expect(await countInstances('reported-pages', 'rosa')).toBe(before)
  await form.getByRole('button', { name: 'Start process' }).click()
  await form.getByText('Process started').waitFor()
  expect(await countInstances('reported-pages', 'rosa')).toBe(before + 1)
})

it('a day stays the same for people in other time zones, also in rows and after an untouched task', async () => {
  const started = await visitAs('rosa', `/processes/viewprocess/${await findDefinitionId('reported-days')}`, {
    timeZone: 'Pacific/Auckland',
  })
  await started.getByRole('textbox', { name: 'Day', exact: true }).fill('13/10/2026')
  await started.getByRole('button', { name: 'Add row' }).click()
  await started.getByRole('textbox', { name: 'Day of row' }).fill('14/10/2026')
  await started.getByRole('button', { name: 'Start process' }).click()
  for (const [name, timeZone] of [
    ['Look far west', 'America/Los_Angeles'],
    ['Look here', 'Europe/Berlin'],
  ] as const) {
    const tasks = await visitAs('rosa', '/tasks/assigned', { timeZone })
    await tasks.getByRole('link', { name }).click()
    await expect.poll(() => tasks.getByRole('textbox', { name: 'Day', exact: true }).inputValue()).toBe('13/10/2026')
    expect(await tasks.getByRole('textbox', { name: 'Day of row' }).inputValue()).toBe('14/10/2026')
    await tasks.getByRole('button', { name: 'Complete task' }).click()
    await tasks.getByText('Task completed').waitFor()
  }
})

it('a choice is found by letters without accents, in a list of two and in one of hundreds', async () => {
  const form = await visitAs('rosa', `/processes/viewprocess/${await findDefinitionId('reported-choices')}`)
  const options = () => form.getByRole('option').allInnerTexts()
  for (const [label, typed, found] of [
    ['Short list', 'zurich', 'Zürich'],
    ['Long list', 'alesund', 'Ålesund'],
    ['Long list', 'MALMO', 'Malmö'],
    ['Several', 'orleans', 'Orléans'],
  ] as const) {
    const input = form
      .getByRole('combobox', { name: label })
      .or(form.getByRole('textbox', { name: label }))
      .first()
    await input.click()
    await input.fill(typed)
    await expect.poll(options).toEqual([found])
    await form.getByRole('option', { name: found }).click()
    await form.keyboard.press('Escape')
  }
})

it('a copy refers to what was copied with it', async () => {
  const { designer, read } = await openDesigner('Copied', [
    {
      id: 'columns',
      type: 'columns',
      props: {},
      children: [
        {
          id: 'left',
          type: 'column',
          props: {},
          children: [{ id: 'a', type: 'number', key: 'a', props: { label: 'a' } }],
        },
        {
          id: 'right',
          type: 'column',
          props: {},
          children: [{ id: 'b', type: 'number', key: 'b', props: { label: 'b', computed: '=a * 2' } }],
        },
      ],
    },
  ])
  await designer
    .getByRole('group', { name: 'Columns' })
    .first()
    .click({ position: { x: 8, y: 8 } })
  await designer.keyboard.press('Control+d')
  await designer.keyboard.press('Control+s')
  await designer.getByText('Form designer saved successfully').waitFor()
  expect(await read()).toContain('=a2 * 2')
})

const ofFormJs = {
  type: 'default',
  schemaVersion: 16,
  id: 'trip',
  components: [
    { type: 'checkbox', id: 'c1', key: 'abroad', label: 'Abroad' },
    {
      type: 'dynamiclist',
      id: 'c2',
      path: 'days',
      label: 'Days',
      isRepeating: true,
      defaultRepetitions: 2,
      components: [
        { type: 'textfield', id: 'c3', key: 'visa', label: 'Visa', conditional: { hide: '=not(parent.abroad)' } },
      ],
    },
    { type: 'number', id: 'c4', key: 'cost', label: 'Cost', appearance: { prefixAdorner: '€' } },
  ],
}
const ofFormIo = {
  display: 'form',
  components: [
    {
      type: 'selectboxes',
      key: 'pets',
      label: 'Pets',
      input: true,
      values: [
        { label: 'Dog', value: 'dog' },
        { label: 'Cat', value: 'cat' },
      ],
    },
    {
      type: 'textfield',
      key: 'dog',
      label: 'Dog',
      input: true,
      conditional: { show: true, when: 'pets', eq: 'dog' },
    },
    { type: 'panel', key: 'p', title: 'Secret', customConditional: 'show = data.dog', components: [] },
  ],
}

it.each([
  {
    name: 'form-js',
    file: ofFormJs,
    left: 'components[2].appearance.prefixAdorner',
    kept: ['"visible":"=not(not(abroad))"', '"defaultValue":[{},{}]'],
  },
  {
    name: 'Form.io',
    file: ofFormIo,
    left: 'components[2].customConditional',
    kept: ['list contains(pets, '],
  },
])('a form of $name is imported with its conditions, what was left out is listed, and it is saved', async (given) => {
  const { designer, read } = await openDesigner(`Imported from ${given.name.replace('.', '')}`)
  await designer.getByRole('button', { name: 'More actions', exact: true }).click()
  await designer.getByRole('menuitem', { name: 'Import file…' }).click()
  const dialog = designer.getByRole('dialog')
  const buffer = Buffer.from(JSON.stringify(given.file))
  await dialog.locator('input[type=file]').setInputFiles({ name: 'form.json', mimeType: 'application/json', buffer })
  await dialog.getByText(given.left, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await designer.getByRole('button', { name: 'Save version' }).click()
  await designer.getByText('Form designer saved successfully').waitFor()
  const design = await read()
  for (const part of given.kept) expect(design).toContain(part)
  expect(takeComplaints()).toEqual([])
})

/** A new form template in the designer. */
async function openDesigner(name: string, root: readonly object[] = []) {
  const designer = await visit({ as: 'dario' })
  const { id } = await send(designer, '/templates/form-template', { name })
  const path = `/templates/form-template/${id}`
  if (root.length > 0)
    await send(designer, `${path}/save-form-design`, {
      designerJson: JSON.stringify({ schema: 2, id: 'template', root }),
    })
  await designer.goto(`${path}/form-designer`)
  await designer.getByRole('heading', { level: 1, name }).waitFor()
  const read = async () =>
    JSON.stringify(await (await designer.request.get(`/api${path}/form-designer`)).json()).replaceAll('\\"', '"')
  return { designer, read }
}

async function send(at: Page, path: string, data: object): Promise<{ id: string }> {
  const context = at.context()
  const token = (await context.cookies()).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  const response = await context.request.post(`/api${path}`, {
    headers: { 'x-xsrf-token': decodeURIComponent(token), 'idempotency-key': crypto.randomUUID() },
    data,
  })
  expect(response.ok()).toBe(true)
  return (await response.json()) as { id: string }
}
