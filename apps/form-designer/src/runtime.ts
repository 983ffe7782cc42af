/** What makes a form of a document and shows it: the canvas checks with it, the preview runs it. */
export { FormView } from '../../web/src/components/forms/form-view.tsx'
export { loadFeel } from '../../web/src/components/forms/load-feel.ts'
