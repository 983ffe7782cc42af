import type { ApplicationForm } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { DisableButton } from '../../components/record/disable-button.tsx'
import type { FormKind } from './form-kind.ts'

interface Props {
  readonly form: ApplicationForm
  readonly kind: FormKind
  readonly onDisabled: (form: ApplicationForm) => void
  /** How it is copied: not offered while it is disabled. */
  readonly children: ReactNode
}

/** What can be done with a form or template. */
export function FormActions({ form: { name, disabled }, kind, onDisabled, children }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {disabled === null ? children : null}
      <DisableButton
        name={name}
        isDisabled={disabled !== null}
        text={t('forms.disableText')}
        action={t(kind.isTemplate ? 'forms.disableTemplateAction' : 'forms.disableAction')}
        onDisable={async (reason) => onDisabled(await kind.disable(reason))}
      />
      {disabled === null ? (
        <LinkButton size="xs" variant="filled" to={kind.designer}>
          {t('forms.design')}
        </LinkButton>
      ) : null}
    </>
  )
}
