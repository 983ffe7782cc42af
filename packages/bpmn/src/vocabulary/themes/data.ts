import { attribute, define, extensionElement, part } from '../property.ts'

export const item = define(
  [
    'dataObject',
    'dataObjectReference',
    'dataStore',
    'dataStoreReference',
    'property',
    'inputDataItem',
    'outputDataItem',
  ],
  { itemSubjectRef: attribute('reference') },
)

export const collectionItem = define(['dataObject', 'inputDataItem', 'outputDataItem', 'itemDefinition'], {
  isCollection: attribute('boolean'),
})

export const objectReference = define(['dataObjectReference'], { dataObjectRef: attribute('reference') })

export const storeReference = define(['dataStoreReference'], { dataStoreRef: attribute('reference') })

export const store = define(['dataStore'], {
  capacity: attribute('integer'),
  isUnlimited: attribute('boolean'),
})

export const itemDefinition = define(['itemDefinition'], {
  itemKind: attribute('choice', { options: ['Information', 'Physical'] }),
})

/** The type of an item definition, signal, error or escalation. */
export const structure = define(['itemDefinition', 'signal', 'error', 'escalation'], {
  structureRef: attribute('text'),
})

/** The initial value of a data object. */
export const dataObject = define(['dataObject', 'property', 'dataStoreReference'], {
  value: extensionElement('element'),
})

export const startValue = define(['value'], { value: part('text') })
