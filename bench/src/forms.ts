import { compile, Filling, type FormContext, prepareExpressions, type RuntimeDocument } from '@millrace/forms'
import { formFeel } from '@millrace/forms/feel'
import type { Bench } from './bench.ts'
import { median } from './measure.ts'

const keyPresses = 200

export const formsBench: Bench = {
  name: 'forms',
  says: 'a key press in a large form: what follows from it, beside working out everything again',
  run: async () => {
    for (const [name, { root, values, at }] of Object.entries({ '1,000 fields': fields(), '1,000 rows': rows() })) {
      const began = performance.now()
      const compiled = compile({ schema: 2, id: 'bench', root }, { language: formFeel })
      if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
      const compiledAfter = performance.now() - began
      const { form } = compiled
      const context = createContext(form)
      const opened = measure(() => new Filling({ form, values, context }), 5)
      const filling = new Filling({ form, values, context })
      const field = filling.findInstance(at)
      if (field === null) throw new Error(`Expected a field at ${at.join('.')}, but it is not there.`)
      let count = 0
      const before = filling.evaluations
      const press = measure(() => filling.setEntry(field, String(++count % 100)), keyPresses)
      const evaluated = (filling.evaluations - before) / keyPresses
      console.log(
        `  ${name}: compiled in ${compiledAfter.toFixed(0)} ms, opened in ${opened.toFixed(1)} ms; a key press evaluates ${evaluated} expressions in ${press.toFixed(3)} ms, ${(opened / press).toFixed(0)} times faster than everything again`,
      )
    }
  },
}

/** A third of the fields have two rules that read the field before them. */
function fields() {
  const root = Array.from({ length: 1_000 }, (_, index) => ({
    id: `n${index}`,
    type: 'number',
    key: `f${index}`,
    props: {
      label: `Field ${index}`,
      ...(index % 3 === 1 ? { visible: `=f${index - 1} < 50`, required: `=f${index - 1} > 10` } : {}),
    },
  }))
  return { root, values: {}, at: ['f300'] }
}

/** A product in each row, their sum below. */
function rows() {
  const number = (id: string, computed?: string) => ({
    id,
    type: 'number',
    key: id,
    props: { label: id, ...(computed === undefined ? {} : { computed }) },
  })
  const root = [
    {
      id: 'list',
      type: 'grid',
      key: 'lines',
      props: { label: 'Lines', unique: ['article'] },
      children: [number('article'), number('price'), number('count'), number('sum', '=price * count')],
    },
    number('total', '=sum(lines.sum)'),
  ]
  const lines = Array.from({ length: 1_000 }, (_, index) => ({ article: index, price: 5, count: index % 7 }))
  return { root, values: { lines }, at: ['lines', 500, 'price'] }
}

function createContext(form: RuntimeDocument): FormContext {
  const expressions = prepareExpressions(form, formFeel)
  return { now: new Date(0), timeZone: 'UTC', userId: null, variables: {}, expressions }
}

/** The median of so many runs, in milliseconds. */
function measure(run: () => unknown, times: number): number {
  run()
  return median(
    Array.from({ length: times }, () => {
      const began = performance.now()
      run()
      return performance.now() - began
    }),
  )
}
