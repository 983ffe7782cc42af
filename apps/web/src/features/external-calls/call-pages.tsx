/** The pages of the log of calls, each under the name of its help. */
export { CallPage as externalCall } from './call-page.tsx'
export { CallsPage as externalCalls } from './calls-page.tsx'
