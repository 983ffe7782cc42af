import { define, extension, extensionElement, part, partElement } from '../property.ts'
import { formBindings } from '../words.ts'

export const form = define(['userTask', 'startEvent'], {
  formKey: extension('expression'),
  formRef: extension('expression'),
  formRefBinding: extension('choice', { options: formBindings }),
  formRefVersion: extension('expression'),
  formData: extensionElement('element'),
  formProperty: extensionElement('elements'),
})

export const formData = define(['formData'], {
  /** The field whose value becomes the business key. */
  businessKey: part('text'),
  formField: partElement('elements'),
})

export const field = define(['formField', 'formProperty'], {
  id: part('text'),
  type: part('text'),
  datePattern: part('text'),
  value: partElement('elements'),
})

export const formField = define(['formField'], {
  label: part('text'),
  defaultValue: part('expression'),
  validation: partElement('element'),
  properties: partElement('element'),
})

export const formProperty = define(['formProperty'], {
  name: part('text'),
  default: part('expression'),
  variable: part('text'),
  expression: part('expression'),
  readable: part('boolean', { byDefault: true }),
  writable: part('boolean', { byDefault: true }),
  /** An alternative spelling that some products write. */
  writeable: part('boolean', { byDefault: true }),
  required: part('boolean'),
})

export const option = define(['value'], { id: part('text'), name: part('text') })

export const validation = define(['validation'], { constraint: partElement('elements') })

export const constraint = define(['constraint'], { name: part('text'), config: part('text') })
