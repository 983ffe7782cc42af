import { attribute, child, define, extension, extensionElement, part, partElement } from '../property.ts'

export const scriptTask = define(['scriptTask'], {
  scriptFormat: attribute('text'),
  script: child('element'),
  /** Flowable also accepts the script in the extension elements. */
  scriptElement: extensionElement('element', { name: 'script' }),
  resource: extension('expression'),
  autoStoreVariables: extension('boolean'),
  doNotIncludeVariables: extension('boolean'),
})

/** The script of an execution or task listener. */
export const scripted = define(['executionListener', 'taskListener'], { script: partElement('element') })

export const script = define(['script'], {
  scriptFormat: part('text'),
  language: part('text'),
  resource: part('expression'),
})
