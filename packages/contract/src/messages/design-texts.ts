import { appDecisions } from './app-decisions.ts'
import { appProcesses } from './app-processes.ts'
import { applications } from './applications.ts'
import { categories } from './categories.ts'
import { dataLists } from './data-lists.ts'
import { designs } from './designs.ts'
import { emailTemplates } from './email-templates.ts'
import { externalCallOrigin, externalCallOutcome, externalCalls } from './external-calls.ts'
import { deliveryOutcome, externalDeliveries, externalListeners, listenerKind } from './external-listeners.ts'
import { externalSystems } from './external-systems.ts'
import { forms } from './forms.ts'
import { globalProperties } from './global-properties.ts'
import { imports } from './imports.ts'
import { modellerPage } from './modeller-page.ts'

/** Texts of the pages of designers and integrators, below Design and Integrate in the menu: the browser loads them with the first of these. */
export const designTexts = {
  appDecisions,
  appProcesses,
  applications,
  categories,
  dataLists,
  designs,
  deliveryOutcome,
  emailTemplates,
  externalCallOrigin,
  externalCallOutcome,
  externalCalls,
  externalDeliveries,
  externalListeners,
  externalSystems,
  forms,
  globalProperties,
  imports,
  listenerKind,
  modellerPage,
} as const
