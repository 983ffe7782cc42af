import { expect, test } from 'vitest'
import { compile } from '../compile/compile.ts'
import { prepareExpressions } from '../expressions/form-expressions.ts'
import { formFeel } from '../feel.ts'
import { parsePath, printPath } from '../paths/path.ts'
import { buildContext, buildDocument } from '../testing/build-form.ts'
import { allTypes, createEntry, createRandom, createRandomNodes, type Random } from '../testing/random-form.ts'
import { openValues } from '../values/open-values.ts'
import { readSubmission } from '../values/read-submission.ts'
import { Filling } from './filling.ts'
import type { NodeInstance } from './instance.ts'
import { toDraft, toSubmission } from './present-filling.ts'

const firstSeed = Number(process.env.FORM_SEED ?? 1)
// More of them by `npm run soak`.
const forms = Number(process.env.FORM_COUNT ?? 20)
const wideForms = Number(process.env.FORM_COUNT ?? 160)

/** Everything that can be seen of a filling. */
function look(filling: Filling) {
  return filling.listInstances().map((instance) => ({
    at: printPath(filling.pathOf(instance)) || instance.planned.id,
    state: instance.state,
    value: instance.value,
    fault: instance.fault?.code ?? null,
    rows: instance.rows.length,
    faults: filling.faultsOf(instance).map(({ code }) => code),
  }))
}

function changeSomething(filling: Filling, random: Random): void {
  const instances = filling.listInstances()
  const lists = instances.filter(({ planned }) => planned.data?.kind === 'list')
  const fields = instances.filter(
    ({ planned }) => planned.data?.kind === 'field' && planned.rule.computed === undefined,
  )
  if (lists.length > 0 && random.chance(45)) changeRows(filling, random.pick(lists), random)
  if (fields.length === 0) return
  const field = random.pick(fields)
  const { data } = field.planned
  filling.setEntry(field, createEntry(random, data?.kind === 'field' ? data.type : ''))
}

function changeRows(filling: Filling, list: NodeInstance, random: Random): void {
  const { rows } = list
  if (rows.length === 0 || (rows.length < 4 && random.chance(60))) filling.addRow(list, random.below(rows.length + 1))
  else if (random.chance(50)) filling.removeRow(random.pick(rows))
  else filling.moveRow(random.pick(rows), random.below(rows.length))
}

test(`random forms: what follows from a change is what follows from all values (seeds from ${firstSeed})`, () => {
  let compiled = 0
  let alike = 0
  for (let seed = firstSeed; seed < firstSeed + forms; seed++) {
    const random = createRandom(seed)
    const read = compile(buildDocument(createRandomNodes(random)), { language: formFeel })
    if (!read.ok) throw new Error(`Seed ${seed}: ${JSON.stringify(read.problems)}`)
    compiled += 1
    const { form } = read
    const context = buildContext(form, { variables: { limit: 3 }, expressions: prepareExpressions(form, formFeel) })
    const filling = new Filling({ form, values: {}, context })
    for (let step = 0; step < 40; step++) {
      changeSomething(filling, random)
      const fresh = new Filling({ form, values: toDraft(filling), context })
      expect(look(filling), `seed ${seed}, step ${step}`).toEqual(look(fresh))
      // Nothing is left to be worked out: what every field is told again changes nothing.
      for (const instance of fresh.listInstances())
        if (instance.planned.data?.kind === 'field' && instance.planned.rule.computed === undefined)
          fresh.setEntry(instance, instance.entry ?? null)
      expect(look(fresh), `seed ${seed}, step ${step}, told again`).toEqual(look(filling))
    }
    const sent = JSON.parse(JSON.stringify(toSubmission(filling)))
    const submission = readSubmission(form, sent, { current: {}, context })
    const verdict = submission.ok ? [] : submission.problems.map(({ field, code }) => `${field} ${code}`)
    // What was typed before a field was greyed is not sent, and may have steered others: then there are two forms.
    const opened = new Filling({ form, values: sent, context })
    if (JSON.stringify(look(opened)) === JSON.stringify(look(filling))) {
      expect(verdict, `seed ${seed}`).toEqual(filling.listProblems().map(({ field, code }) => `${field} ${code}`))
      alike += 1
    }
    for (const { field } of filling.listProblems())
      expect(filling.findInstance(parsePath(field) ?? []), `seed ${seed}: ${field}`).not.toBeNull()
  }
  expect(compiled).toBe(forms)
  // Otherwise the verdicts that were compared would be those of other forms.
  expect(alike).toBeGreaterThan(forms / 3)
})

test(`${wideForms} random forms of every type: browser and server say the same (seeds from ${firstSeed})`, () => {
  const seen = { alike: 0, accepted: 0, refused: 0 }
  const types = new Set<string>()
  for (let seed = firstSeed; seed < firstSeed + wideForms; seed++) {
    const random = createRandom(seed * 7919)
    const read = compile(buildDocument(createRandomNodes(random, allTypes)), { language: formFeel })
    if (!read.ok) throw new Error(`Seed ${seed}: ${JSON.stringify(read.problems)}`)
    const { form } = read
    const context = buildContext(form, { variables: { limit: 3 }, expressions: prepareExpressions(form, formFeel) })
    const opened = openValues(form, {}, context)
    const filling = new Filling({ form, values: opened, context })
    for (let step = 0; step < 12; step++) changeSomething(filling, random)
    for (const { planned } of filling.listInstances()) if (planned.data?.kind === 'field') types.add(planned.data.type)
    const sent = JSON.parse(JSON.stringify(toSubmission(filling)))
    const submission = readSubmission(form, sent, { current: opened, context })
    const server = submission.ok ? [] : submission.problems.map(({ field, code }) => `${field} ${code}`)
    const again = new Filling({ form, values: { ...opened, ...sent }, context })
    // As above: what was typed before a field was greyed is not sent.
    if (JSON.stringify(look(again)) !== JSON.stringify(look(filling))) continue
    expect(server, `seed ${seed}`).toEqual(filling.listProblems().map(({ field, code }) => `${field} ${code}`))
    seen.alike += 1
    seen[submission.ok ? 'accepted' : 'refused'] += 1
  }
  expect([...types].sort()).toEqual([...allTypes].sort())
  expect(seen.alike).toBeGreaterThan(wideForms / 3)
  // Both verdicts came up, so that agreeing means something.
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(wideForms / 50)
})
