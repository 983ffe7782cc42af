import type { DesignTarget } from '../designer.tsx'

interface Props {
  readonly target: DesignTarget
  readonly name: string
  /** Seconds. */
  readonly timeout: number
  readonly contextPath: string
}

/** The values that the page passes to the designer (specification, "Form designer screen"). */
export function HiddenFields({ target, name, timeout, contextPath }: Props) {
  const isTemplate = target.kind === 'template'
  const fields = {
    applicationId: isTemplate ? '' : target.applicationId,
    formId: isTemplate ? '' : target.formId,
    formTemplateId: isTemplate ? target.formTemplateId : '',
    formName: name,
    isTemplate: String(isTemplate),
    sessionTimeout: String(timeout),
    contextPath,
  }
  return Object.entries(fields).map(([id, value]) => (
    <input key={id} type="hidden" id={id} name={id} value={value} readOnly />
  ))
}
