/** The view that compiles and shows a form: for checks on the canvas, and for the preview. */
export { FormView } from '../../web/src/components/forms/form-view.tsx'
export { loadFeel } from '../../web/src/components/forms/load-feel.ts'
