import { type Attack, endingOf } from '../attack.ts'
import { bpmn, cdata, deployAndStart, oneActivity, path, scriptTask } from '../models.ts'

const ends = ['422 BudgetExceededException', '400 RestException', '200']

/** 9 MB. */
const text = 'a'.repeat(9_000_000)

function feel(name: string, key: string, expression: string, isShort = false): Attack {
  return {
    name: `FEEL: ${name}`,
    within: 5000,
    ends,
    isShort,
    run: async (attacker) => {
      const s = { value: /\bs\b/.test(expression) ? text : '', type: 'String' }
      return endingOf(await deployAndStart(attacker, key, oneActivity(key, scriptTask(expression, 'feel')), { s }))
    },
  }
}

function uel(name: string, key: string, expression: string): Attack {
  return {
    name: `UEL: ${name}`,
    within: 5000,
    ends,
    run: async (attacker) => {
      const activity = `<serviceTask id="step"><extensionElements><camunda:inputOutput><camunda:inputParameter name="x">${cdata(expression)}</camunda:inputParameter></camunda:inputOutput></extensionElements></serviceTask>`
      const task = activity.replace('<serviceTask id="step"', `<serviceTask id="step" camunda:expression="\${1}"`)
      return endingOf(
        await deployAndStart(attacker, key, oneActivity(key, task), { s: { value: text, type: 'String' } }),
      )
    },
  }
}

export const expressions: readonly Attack[] = [
  feel('contains() in a text of 9 MB, 20,000 times', 'feelContains', 'for i in 1..20000 return contains(s, "ab")'),
  feel('upper case of a text of 9 MB, again and again', 'feelUpper', 'for i in 1..20000 return upper case(s)'),
  feel('a list of lists of lists', 'feelLists', 'for a in 1..1000, b in 1..1000, c in 1..1000 return a', true),
  feel('a sum of sums', 'feelSums', 'sum(for a in 1..100000 return sum(for b in 1..100000 return b))'),
  feel(
    'a regular expression that goes back and forth',
    'feelMatches',
    'matches("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "^(a+)+$")',
  ),
  feel('a power of a power', 'feelPower', 'for i in 1..100000 return 9999999999 ** 9999'),
  feel('a function that calls itself', 'feelRecursion', '{ f: function(f, n) f(f, n + 1), r: f(f, 1) }.r'),
  feel('distinct values of a million', 'feelDistinct', 'count(distinct values(for a in 1..1000000 return a))'),
  feel('a text that doubles', 'feelDoubling', 'for i in 1..60 return if i = 1 then s else partial[-1] + partial[-1]'),
  uel(
    'replace in a text of 9 MB',
    'uelReplace',
    `\${${Array.from({ length: 200 }, () => 's').join('.replaceAll("a","bb").concat(')}${')'.repeat(199)}}`,
  ),
  uel(
    'a regular expression that goes back and forth',
    'uelMatches',
    `\${"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab".matches("(a+)+")}`,
  ),
  {
    name: 'a condition that is evaluated before there is an instance',
    within: 5000,
    ends: ['422 BudgetExceededException', '200'],
    run: async (attacker) => {
      const condition = 'sum(for a in 1..100000 return sum(for b in 1..100000 return b)) = 1'
      const inside = `<startEvent id="start"><conditionalEventDefinition><condition language="feel">${cdata(condition)}</condition></conditionalEventDefinition></startEvent><userTask id="after"/>${path('start', 'after')}`
      const deployed = await attacker.deploy({ 'conditional.bpmn': bpmn('conditional', inside) })
      if (deployed.status !== 200) return endingOf(deployed)
      return endingOf(await attacker.call('POST', '/condition', { variables: { a: { value: 1 } } }))
    },
  },
  {
    name: 'an expression in a query',
    within: 2000,
    ends: ['422 BudgetExceededException', '400 ProcessEngineException', '400 InvalidRequestException'],
    isShort: true,
    run: async (attacker) => {
      const nested = `\${${'"a".concat('.repeat(80)}"b"${')'.repeat(80)}}`
      return endingOf(
        await attacker.call('POST', '/task', {
          orQueries: Array.from({ length: 500 }, () => ({ assigneeExpression: nested })),
        }),
      )
    },
  },
  {
    name: 'the default of a field of a form',
    within: 5000,
    ends: ['422 BudgetExceededException'],
    run: async (attacker) => {
      const doubled = Array.from({ length: 30 }).reduce((text) => `${text}.replaceAll('a','aa')`, "'a'")
      const field = `<extensionElements><camunda:formData><camunda:formField id="f" type="string" defaultValue="\${${doubled}}"/></camunda:formData></extensionElements>`
      const inside = `<startEvent id="start">${field}</startEvent><userTask id="after"/>${path('start', 'after')}`
      const deployed = await attacker.deploy({ 'field.bpmn': bpmn('field', inside) })
      if (deployed.status !== 200) return endingOf(deployed)
      return endingOf(await attacker.call('GET', '/process-definition/key/field/form-variables'))
    },
  },
]
