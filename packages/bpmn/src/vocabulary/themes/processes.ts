import { attribute, child, define, extension } from '../property.ts'
import { dialectNames } from '../words.ts'

export const definitions = define(['definitions'], {
  targetNamespace: attribute('text'),
  expressionLanguage: attribute('text'),
  typeLanguage: attribute('text'),
  exporter: attribute('text'),
  exporterVersion: attribute('text'),
  /** Whose rules decide, said outright: an editor writes it, so that no edit changes them. */
  dialect: extension('choice', { options: dialectNames }),
})

export const process = define(['process'], {
  /** The default depends on the vendor. */
  isExecutable: attribute('boolean', { byDefault: true }),
  processType: attribute('choice', { options: ['None', 'Public', 'Private'] }),
  isClosed: attribute('boolean'),
  definitionalCollaborationRef: attribute('reference'),
  versionTag: extension('text'),
  historyTimeToLive: extension('text'),
  /** Names of variables that only users with the right may read. A `*` at the start or end matches any text. */
  restrictedVariables: extension('text'),
  isStartableInTasklist: extension('boolean', { byDefault: true }),
})

export const lane = define(['lane'], { partitionElementRef: attribute('reference'), flowNodeRef: child('elements') })
