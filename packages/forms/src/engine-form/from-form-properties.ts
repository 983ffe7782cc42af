import { createDocument } from './create-document.ts'
import { createEngineFields, planEngineField, planText } from './create-engine-field.ts'
import type { EngineForm, FormPropertyInput } from './types.ts'

/**
 * Creates the form of Flowable's and Activiti's `formProperty` elements: types string, long, double, boolean, date,
 * enum; custom types are treated as text. Properties that are not readable are left out, as in these engines.
 * Properties that are not writable are shown as data.
 */
export function fromFormProperties(id: string, properties: readonly FormPropertyInput[]): EngineForm {
  const fields = createEngineFields()
  for (const property of properties) {
    if (!property.isReadable) continue
    const plan = planEngineField(property, property.isRequired)
    if (plan === null)
      fields.report(property.id, `Expected a known type, but found "${property.type}". It is shown as text.`)
    const { type, props } = plan ?? planText(property.isRequired)
    fields.add(
      property,
      { type, props: property.isWritable ? props : { ...props, readOnly: true } },
      {
        variable: property.variable ?? property.id,
        expression: property.variable === null ? property.expression : null,
      },
    )
  }
  const { nodes, ...rest } = fields.finish()
  return { document: createDocument(id, nodes), ...rest }
}
