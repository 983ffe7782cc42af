import type { ApplicationForm } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { DisableButton } from '../../components/record/disable-button.tsx'
import { useKept } from '../../lib/api/use-kept.ts'
import type { FormKind } from './form-kind.tsx'

interface Props {
  readonly form: ApplicationForm
  readonly kind: FormKind
  /** How it is copied: not offered while it is disabled. */
  readonly children: ReactNode
}

/** The buttons for actions on a form or form template. */
export function FormActions({ form: { name, disabled }, kind, children }: Props) {
  const { t } = useTranslation()
  const keep = useKept(kind.query.queryKey)
  return (
    <>
      {disabled === null ? children : null}
      <DisableButton
        name={name}
        isDisabled={disabled !== null}
        text={t('forms.disableText')}
        action={t(kind.isTemplate ? 'forms.disableTemplateAction' : 'forms.disableAction')}
        onDisable={async (reason) => keep(await kind.disable(reason))}
      />
      {disabled === null ? (
        <LinkButton size="xs" variant="filled" to={kind.designer}>
          {t('forms.design')}
        </LinkButton>
      ) : null}
    </>
  )
}
