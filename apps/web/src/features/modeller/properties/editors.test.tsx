import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { findViolations } from '../../../testing/find-violations.ts'
import type { KnownThings, People } from '../problems/known-things.ts'
import { renderRows } from '../testing/render-rows.tsx'

const users = [
  { key: 'ann', name: 'Ann Lee' },
  { key: 'anton', name: 'Anton Ray' },
]
const groups = [{ key: 'clerks', name: 'Clerks' }]
const known: KnownThings = {
  forms: {
    items: [
      {
        key: 'travel',
        name: 'Travel request',
        href: '/applications/a/appforms/f/formdesigner',
        fields: [
          { name: 'amount', label: 'Amount', type: 'number', options: [] },
          { name: 'isUrgent', label: 'Urgent', type: 'checkbox', options: [] },
          { name: 'means', label: 'By', type: 'select', options: ['train', 'car'] },
        ],
      },
    ],
    isAll: true,
  },
  processes: { items: [], isAll: true },
  decisions: {
    items: [
      { key: 'dish', name: 'Dish', result: { as: 'singleEntry', name: 'dish' } },
      { key: 'menu', name: 'Menu', result: { as: 'singleResult', name: null } },
      { key: 'elsewhere', name: 'Elsewhere', result: null },
    ],
    isAll: true,
  },
  emailTemplates: { items: [{ name: 'Ordered' }], isAll: true },
  calendars: {
    items: [{ name: 'office', zone: 'UTC', hours: { 1: [['09:00', '17:00']] }, holidays: [] }],
    isAll: true,
  },
  adapters: { items: [], isAll: true },
  asking: null,
  createForm: null,
  people: {
    search: (kind, text) =>
      Promise.resolve((kind === 'user' ? users : groups).filter(({ name }) => name.toLowerCase().includes(text))),
    find: (kind, keys) => Promise.resolve((kind === 'user' ? users : groups).filter(({ key }) => keys.includes(key))),
  },
}
const tasks = '<userTask id="ask" name="Ask"/><userTask id="x" name="Check"/>'
/** What is typed or chosen in: the list below it has the same name. */
const label = async (name: string) => {
  const found = await screen.findAllByLabelText(name)
  const control = found.find(({ tagName }) => /^(INPUT|SELECT|TEXTAREA)$/.test(tagName))
  if (control === undefined) throw new Error(`Expected a control called ${name}, but there is none.`)
  return control
}

describe('who has a task', () => {
  it('is a user, found by a name and reported when there is none', async () => {
    const { user, save } = await renderRows(tasks, 'x', { known })
    await user.selectOptions(await label('Assign to'), 'A user')
    await user.type(await label('Assignee'), 'ant')
    await user.click(await screen.findByRole('option', { name: /Anton Ray/ }))
    expect(await save()).toContain('millrace:assignee="anton"')
    await screen.findByText('Anton Ray', { selector: 'p' })
    await user.clear(await label('Assignee'))
    await user.type(await label('Assignee'), 'nobody{Enter}')
    await screen.findByText(/User “nobody” does not exist/)
    expect(await findViolations()).toEqual([])
  })

  it('is the assignee of another task or an expression, and never both', async () => {
    const { user, save, steps } = await renderRows(tasks, 'x', { known })
    await user.selectOptions(await label('Assign to'), 'Assignee of another task')
    const other = await label('Same assignee as')
    expect(within(other).queryByRole('option', { name: 'Check' })).toBeNull()
    await user.selectOptions(other, 'Ask')
    expect(await save()).toContain('millrace:assigneeOf="ask"')
    const before = steps.length
    await user.selectOptions(await label('Assign to'), 'An expression')
    expect(steps.length).toBe(before + 1)
    expect(await save()).not.toContain('assigneeOf')
    await user.type(await label('Assignee'), '= boss{Enter}')
    expect(await save()).toContain('millrace:assignee="= boss"')
    await user.selectOptions(await label('Assign to'), 'Candidate users or groups')
    expect(await save()).not.toContain('assignee=')
  })

  it('is a manager, or the candidate with the fewest tasks', async () => {
    const { user, save } = await renderRows(tasks, 'x', { known })
    await user.selectOptions(await label('Assign to'), 'A manager')
    expect(await save()).toContain('millrace:assignBy="manager"')
    await user.selectOptions(await label('Manager of'), 'Assignee of “Ask”')
    expect(await save()).toContain('millrace:assigneeOf="ask"')
    await user.selectOptions(await label('Assign to'), 'Candidate with the fewest open tasks')
    const file = await save()
    expect(file).toContain('millrace:assignBy="leastLoaded"')
    expect(file).not.toContain('assigneeOf')
    await user.selectOptions(await label('Assign to'), 'Candidate users or groups')
    expect(await save()).not.toContain('assignBy')
    expect(await findViolations()).toEqual([])
  })

  it('are the users of a position, or those with a value of a user property', async () => {
    const { user, save } = await renderRows(tasks, 'x', { known })
    await user.selectOptions(await label('Assign to'), 'Users in a position')
    await user.type(await label('Hierarchy of the position'), 'Staff{Enter}')
    await user.type(await label('Position'), 'Accountant{Enter}')
    const file = await save()
    for (const text of ['assignBy="position"', 'positionIn="Staff"', 'position="Accountant"'])
      expect(file).toContain(`millrace:${text}`)
    expect(await findViolations()).toEqual([])
    await user.selectOptions(await label('Assign to'), 'Users with a property')
    await user.type(await label('Key of the user property'), 'region{Enter}')
    await user.type(await label('Value'), 'North{Enter}')
    const other = await save()
    for (const text of ['assignBy="property"', 'userProperty="region"', 'userPropertyValue="North"'])
      expect(other).toContain(`millrace:${text}`)
    expect(other).not.toContain('position')
    expect(await findViolations()).toEqual([])
    await user.selectOptions(await label('Assign to'), 'Candidate users or groups')
    expect(await save()).not.toMatch(/assignBy|userProperty/)
  })

  it('is previewed with a sample user, by the answer of the server', async () => {
    const asked: object[] = []
    const people = {
      ...(known.people as People),
      previewAssignee: (query: object) => {
        asked.push(query)
        const assignee = { username: 'mia', displayName: 'Mia Moor' }
        return Promise.resolve(
          'position' in query
            ? { assignee, openTasks: 2, available: 3 }
            : { assignee, openTasks: null, available: null },
        )
      },
    }
    const { user } = await renderRows(tasks, 'x', { known: { ...known, people } })
    await user.selectOptions(await label('Assign to'), 'A manager')
    await user.selectOptions(await label('Levels up'), '2')
    await user.type(await label('Preview with a user'), 'ant')
    await user.click(await screen.findByRole('option', { name: /Anton Ray/ }))
    await screen.findByText('For anton, this task would go to Mia Moor, who is 2 levels above.')
    expect(asked).toEqual([expect.objectContaining({ rule: 'manager', person: 'anton', managerLevels: '2' })])
    expect(await findViolations()).toEqual([])
    await user.selectOptions(await label('Assign to'), 'Users in a position')
    await user.type(await label('Position'), 'Clerk{Enter}')
    await user.click(screen.getByRole('button', { name: 'Preview assignee' }))
    await screen.findByText(/Mia Moor, because this user has the fewest open tasks \(2\) of 3 available users/)
    await user.type(await label('Position'), 's{Enter}')
    expect(screen.queryByText(/Mia Moor/)).toBeNull()
  })

  it('shows why the server refuses a preview', async () => {
    const message = 'Only process administrators and user administrators can preview this rule. Ask one of them.'
    const people = {
      ...(known.people as People),
      previewAssignee: () => Promise.reject(new ApiError({ status: 403, code: 'right.missing', message })),
    }
    const { user } = await renderRows(tasks, 'x', { known: { ...known, people } })
    await user.selectOptions(await label('Assign to'), 'Users in a position')
    await user.click(await screen.findByRole('button', { name: 'Preview assignee' }))
    await screen.findByText(message)
  })

  it('are groups, searched as somebody types, by keys alone', async () => {
    const { user, save } = await renderRows(tasks, 'x', { known })
    await user.click(await label('Candidate groups'))
    await user.keyboard('cle')
    await screen.findByRole('option', { name: /Clerks/ })
    await user.keyboard('{ArrowDown}{Enter}')
    await user.keyboard('gone{Enter}')
    expect(await save()).toContain('millrace:candidateGroups="clerks,gone"')
    await screen.findByText(/Group “gone” does not exist/)
  })
})

describe('a form', () => {
  it('is chosen by its name, can be opened, and is reported when there is none', async () => {
    const { user, save } = await renderRows('<startEvent id="x"/>', 'x', { known })
    await user.click(await label('Form'))
    await user.click(await screen.findByRole('option', { name: /Travel request/ }))
    expect(await save()).toContain('millrace:formRef="travel" millrace:formRefBinding="deployment"')
    const link = await screen.findByRole('link', { name: 'Open form' })
    expect(link.getAttribute('href')).toBe('/applications/a/appforms/f/formdesigner')
    await user.clear(await label('Form'))
    await user.type(await label('Form'), 'lost{Enter}')
    await screen.findByText(/Form “lost” does not exist/)
  })
})

describe('a form of a user task', () => {
  it('has one way to be named, and is created and opened from there', async () => {
    const made: string[] = []
    const opened: string[] = []
    const createForm = async (name: string) => {
      made.push(name)
      return { key: 'approve', name, href: '/applications/a/appforms/n/formdesigner' }
    }
    const { user, save } = await renderRows('<userTask id="x" name="Approve"/>', 'x', {
      known: { ...known, createForm },
      openThing: (href) => opened.push(href),
    })
    expect(screen.queryByLabelText('Form key')).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'New form' }))
    expect(await save()).toContain('millrace:formRef="approve" millrace:formRefBinding="deployment"')
    expect([made, opened]).toEqual([['Approve'], ['/applications/a/appforms/n/formdesigner']])
    expect(screen.queryByRole('button', { name: 'New form' })).toBeNull()
  })

  it('is not created by readers, and not where it is named already', async () => {
    const createForm = () => Promise.reject(new Error('Expected nobody to create a form.'))
    const more = { known: { ...known, createForm } }
    await renderRows('<userTask id="x" millrace:formRef="travel"/>', 'x', more)
    await renderRows('<userTask id="x"/>', 'x', { ...more, canEdit: false })
    await screen.findAllByLabelText('Form')
    expect(screen.queryByRole('button', { name: 'New form' })).toBeNull()
  })
})

describe('the result of a decision', () => {
  const decisionTask = '<businessRuleTask id="x"/>'

  it('is taken as its table gives it, and follows another decision until somebody chooses otherwise', async () => {
    const { user, save, steps } = await renderRows(decisionTask, 'x', { known })
    await user.type(await label('Decision'), 'dish{Enter}')
    expect(await save()).toMatch(/mapDecisionResult="singleEntry"/)
    expect(await save()).toMatch(/resultVariable="dish"/)
    expect(steps).toHaveLength(1)
    await user.clear(await label('Decision'))
    await user.type(await label('Decision'), 'menu{Enter}')
    expect(await save()).toMatch(/mapDecisionResult="singleResult"/)
    expect(await save()).not.toMatch(/resultVariable/)
    await user.selectOptions(await label('Result as'), 'resultList')
    await user.clear(await label('Decision'))
    await user.type(await label('Decision'), 'dish{Enter}')
    expect(await save()).toMatch(/mapDecisionResult="resultList"/)
  })

  it('of an existing model stays when the same decision is chosen again', async () => {
    const { user, steps } = await renderRows('<businessRuleTask id="x" millrace:decisionRef="dish"/>', 'x', { known })
    await user.click(await label('Decision'))
    await user.click(await screen.findByRole('option', { name: /dish/ }))
    await user.tab()
    expect(steps).toEqual([])
  })

  it('stays as it is for a decision that nobody knows', async () => {
    const { user, save } = await renderRows(decisionTask, 'x', { known })
    await user.type(await label('Decision'), 'elsewhere{Enter}')
    expect(await save()).toContain('decisionRef="elsewhere"')
    expect(await save()).not.toMatch(/mapDecisionResult|resultVariable/)
  })
})

describe('what a service does', () => {
  it('is one kind with what that needs, and one step to another', async () => {
    const { user, save, steps } = await renderRows('<serviceTask id="x"/>', 'x', { known })
    await user.selectOptions(await label('Type of work'), 'Call a web service')
    await user.selectOptions(await label('Method'), 'POST')
    await user.type(await label('Address'), 'https://example.org{Enter}')
    await user.click(await label('Response is JSON'))
    expect(await save()).toMatch(/type="http"[\s\S]*name="requestUrl" stringValue="https:\/\/example.org"/)
    expect(screen.queryByLabelText('Topic')).toBeNull()
    expect(await findViolations()).toEqual([])
    const before = steps.length
    await user.selectOptions(await label('Type of work'), 'External worker')
    expect(steps.length).toBe(before + 1)
    const saved = await save()
    expect(saved).toContain('millrace:type="external"')
    expect(saved).not.toContain('field')
    await label('Topic')
    await user.selectOptions(await label('Type of work'), 'Evaluate a decision')
    await user.type(await label('Decision'), 'dish')
    await user.tab()
    expect(await save()).toContain('stringValue="dish"')
  })
})

describe('a condition', () => {
  const flow = '<task id="a"/><task id="b"/><sequenceFlow id="x" sourceRef="a" targetRef="b"/>'

  it('is put together from lines, and reported as an expression', async () => {
    const { user, save } = await renderRows(flow, 'x', { known })
    await user.click(await screen.findByRole('button', { name: 'Add condition' }))
    await user.type(await label('Variable of condition 1'), 'amount{Enter}')
    await user.selectOptions(await label('Comparison of condition 1'), 'is more than')
    await user.type(await label('Value of condition 1'), '100{Enter}')
    expect(await save()).toContain('= amount &gt; 100')
    await user.click(screen.getByRole('button', { name: 'Add condition' }))
    await user.type(await label('Variable of condition 2'), 'isUrgent{Enter}')
    await user.selectOptions(await label('Combine conditions'), 'At least one condition')
    expect(await save()).toContain('= amount &gt; 100 or isUrgent = true')
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Remove condition 1' }))
    expect(await save()).toContain('= isUrgent = true')
  })

  it('is typed with the fields of forms offered, and checked', async () => {
    const { user, save } = await renderRows(flow, 'x', { known })
    const text = await label('Condition')
    await user.click(text)
    await user.keyboard('= am')
    const option = await screen.findByRole('option', { name: /amount/ })
    expect(option.getAttribute('aria-selected')).toBe('true')
    expect(text.getAttribute('aria-activedescendant')).toBe(option.id)
    await user.keyboard('{Enter} + 1 >')
    expect((text as HTMLTextAreaElement).value).toBe('= amount + 1 >')
    await screen.findByText(/\(character \d+\)/)
    await user.keyboard(' 3{Enter}')
    expect(await save()).toContain('= amount + 1 &gt; 3')
    await screen.findByText(/too complex for the condition builder/)
    await waitFor(() => expect(screen.queryByText(/\(character \d+\)/)).toBeNull())
  })
})

describe('a timer', () => {
  it('takes a duration as a number and a unit, beside its text', async () => {
    const { user } = await renderRows('<startEvent id="s"><timerEventDefinition id="x"/></startEvent>', 'x', { known })
    await user.type(await label('Number'), '3')
    await waitFor(async () => expect(await label('Time')).toHaveProperty('value', 'P3D'))
    await user.selectOptions(await label('Unit'), 'Hours')
    await waitFor(async () => expect(await label('Time')).toHaveProperty('value', 'PT3H'))
    await user.clear(await label('Time'))
    await user.type(await label('Time'), 'P1DT2H')
    expect(await label('Number')).toHaveProperty('value', '')
    await user.selectOptions(await label('When'), 'Repeatedly')
    expect(screen.queryByLabelText('Number')).toBeNull()
  })

  it('reports its next ten times, by the calendar that it names', async () => {
    const { user } = await renderRows('<startEvent id="s"><timerEventDefinition id="x"/></startEvent>', 'x', { known })
    await user.type(await label('Time'), 'PT9H')
    await screen.findByText('Next times if the timer started now')
    await user.type(await label('Calendar'), 'office{Enter}')
    await screen.findByText('Next times if the timer started now, with the calendar “office”')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    await user.selectOptions(await label('When'), 'Repeatedly')
    await user.clear(await label('Time'))
    await user.type(await label('Time'), 'R20/PT10M')
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(10))
    await user.clear(await label('Time'))
    await user.type(await label('Time'), '0 0 9 ? * 1')
    await screen.findByText(/Quartz cron pattern/)
  })
})
