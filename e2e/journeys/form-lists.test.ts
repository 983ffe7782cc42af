import { it } from 'vitest'
import { deploy } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { visitAs } from './visit.ts'

const model = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org">
  <process id="ordering" name="Order with lines" isExecutable="true" camunda:historyTimeToLive="30">
    <startEvent id="start" camunda:formKey="millrace:deployment:order.form.json" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="check" />
    <userTask id="check" name="Check the order" />
    <sequenceFlow id="f2" sourceRef="check" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`

const wide = { span: { base: 12, sm: 12, md: 12 } }
const form = {
  schema: 2,
  id: 'order',
  root: [
    {
      id: 'tabs',
      type: 'tabs',
      props: { label: 'Order' },
      layout: wide,
      children: [
        {
          id: 'first',
          type: 'tab',
          props: { label: 'Suppliers' },
          children: [
            {
              id: 'suppliers',
              type: 'repeater',
              key: 'suppliers',
              props: {
                label: 'Suppliers',
                rowLabel: 'Supplier',
                addLabel: 'Add supplier',
                required: true,
                unique: ['name'],
              },
              layout: wide,
              children: [
                { id: 'name', type: 'text', key: 'name', props: { label: 'Name', required: true } },
                {
                  id: 'lines',
                  type: 'grid',
                  key: 'lines',
                  props: { label: 'Lines', rowLabel: 'Line', addLabel: 'Add line', min: 1 },
                  layout: wide,
                  children: [
                    { id: 'price', type: 'number', key: 'price', props: { label: 'Price', required: true } },
                    { id: 'count', type: 'number', key: 'count', props: { label: 'Count', integer: true } },
                    { id: 'sum', type: 'number', key: 'sum', props: { label: 'Sum', computed: '=price * count' } },
                  ],
                },
                { id: 'total', type: 'number', key: 'total', props: { label: 'Total', computed: '=sum(lines.sum)' } },
              ],
            },
          ],
        },
        {
          id: 'second',
          type: 'tab',
          props: { label: 'Summary' },
          children: [
            {
              id: 'all',
              type: 'number',
              key: 'all',
              props: { label: 'All suppliers', computed: '=sum(suppliers.total)' },
            },
            { id: 'note', type: 'text', key: 'note', props: { label: 'Note', required: true } },
          ],
        },
      ],
    },
  ],
}

it('a form with lists in lists in tabs is filled by the keyboard, shows what is wrong, and sent', async () => {
  await deploy('order.bpmn', model, { 'order.form.json': JSON.stringify(form) })
  const rosa = await visitAs('rosa', '/category/view/Home')
  await rosa.getByRole('link', { name: 'Order with lines', exact: true }).click()

  // By the keyboard alone from here on.
  await rosa.getByRole('button', { name: 'Add supplier: Suppliers' }).focus()
  await rosa.keyboard.press('Enter')
  await rosa.keyboard.type('Brandt')
  await rosa.keyboard.press('Control+Enter')
  await rosa.getByText('Please provide at least one row for Lines', { exact: true }).waitFor()
  await rosa.getByRole('tab', { name: 'Summary 1 error' }).waitFor()
  await expectAccessible(rosa)

  await rosa.getByRole('button', { name: 'Add line: Lines' }).focus()
  await rosa.keyboard.press('Enter')
  await rosa.keyboard.type('12.5')
  await rosa.keyboard.press('Tab')
  await rosa.keyboard.type('4')
  await rosa.getByRole('tab', { name: /Suppliers/ }).focus()
  await rosa.keyboard.press('ArrowRight')
  const summary = rosa.getByRole('tabpanel', { name: /Summary/ })
  await summary.getByRole('definition').filter({ hasText: '50' }).waitFor()

  await rosa.getByRole('textbox', { name: /Note/ }).focus()
  await rosa.keyboard.type('Urgent')
  await rosa.keyboard.press('Control+Enter')
  await rosa.getByText('Process started').waitFor()
  await rosa.getByRole('heading', { level: 1, name: 'Started By Me' }).waitFor()
})
