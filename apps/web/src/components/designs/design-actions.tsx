import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useKept } from '../../lib/api/use-kept.ts'
import { LinkButton } from '../link/link-button.tsx'
import { DisableButton } from '../record/disable-button.tsx'
import type { Designed, DesignKind } from './design-kind.ts'

interface Props<Thing extends Designed, Draft extends object> {
  readonly thing: Thing
  readonly kind: DesignKind<Thing, Draft> & { readonly texts: 'appProcesses' | 'appDecisions' }
  /** The way to its design, and what that is called. */
  readonly design: { readonly to: string; readonly label: string }
  /** Address of its file. */
  readonly exportHref: string
  readonly copy: { readonly to: string; readonly search: Readonly<Record<string, string>> }
}

/** The actions on a process or decision: export, copy, and disable or restore. */
export function DesignActions<Thing extends Designed, Draft extends object>({
  thing: { name, disabled },
  kind,
  design,
  exportHref,
  copy,
}: Props<Thing, Draft>) {
  const { t } = useTranslation()
  const keep = useKept(kind.query.queryKey)
  return (
    <>
      <Button size="xs" component="a" href={exportHref} download>
        {t(`${kind.texts}.export`)}
      </Button>
      {disabled === null ? (
        <LinkButton size="xs" {...copy}>
          {t('record.copy')}
        </LinkButton>
      ) : null}
      <DisableButton
        name={name}
        isDisabled={disabled !== null}
        text={t(`${kind.texts}.disableText`)}
        action={t(`${kind.texts}.disableAction`)}
        onDisable={async (reason) => keep(await kind.disable(reason))}
      />
      <LinkButton size="xs" variant="filled" to={design.to}>
        {design.label}
      </LinkButton>
    </>
  )
}
