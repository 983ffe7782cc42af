import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { presentDateTime } from '../../../web/src/lib/dates.ts'
import type { DesignerPort, DesignVersion } from '../designer-port.ts'
import { Comparison } from '../history/comparison.tsx'
import type { Recovery } from '../work/use-recovery.ts'
import classes from './dialogs.module.css'

interface Props {
  readonly recovery: Recovery
  /** The version of the design that is shown. */
  readonly version: number
  readonly listVersions: DesignerPort['listVersions']
}

/**
 * Offers unsaved changes of an earlier session. If a newer version was saved since, it shows both times and the
 * differences.
 */
export function RecoveryDialog({ recovery: { found, newerBy, restore, discard }, version, listVersions }: Props) {
  const { t } = useTranslation()
  const isOlder = newerBy !== null
  const saved = useVersion(version, isOlder ? listVersions : null)
  return (
    <Modal
      opened={found !== null}
      onClose={discard}
      title={isOlder ? t('designer.recovery.olderTitle', { version }) : t('designer.recovery.title')}
      size={isOlder ? 560 : 400}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <div className={classes.content}>
        <p className={classes.text}>
          {t('designer.recovery.text', { at: found === null ? '' : presentDateTime(found.savedAt) })}{' '}
          {isOlder && found !== null ? t('designer.recovery.olderText', { started: found.version, version }) : null}{' '}
          {saved === null ? null : describeVersion(saved)}
        </p>
        {newerBy === null ? null : (
          <div className={classes.report}>
            <Comparison comparison={newerBy} version={version} />
          </div>
        )}
        <div className={classes.buttons}>
          <Button onClick={discard} data-autofocus={isOlder || undefined}>
            {isOlder ? t('designer.recovery.keepVersion', { version }) : t('designer.recovery.discard')}
          </Button>
          <Button variant={isOlder ? 'default' : 'filled'} onClick={restore} data-autofocus={!isOlder || undefined}>
            {isOlder ? t('designer.recovery.useMine') : t('designer.recovery.restore')}
          </Button>
        </div>
      </div>
    </Modal>
  )

  function describeVersion({ savedAt, savedBy }: DesignVersion): string {
    const when = presentDateTime(savedAt)
    return savedBy === null
      ? t('designer.recovery.savedAt', { version, when })
      : t('designer.recovery.savedBy', { version, when, name: savedBy.name })
  }
}

/** Returns the facts of a version; null while loading, and when they cannot be loaded. */
function useVersion(version: number, listVersions: DesignerPort['listVersions'] | null): DesignVersion | null {
  const [found, setFound] = useState<DesignVersion | null>(null)
  useEffect(() => {
    let isWanted = true
    listVersions?.().then(
      (versions) => isWanted && setFound(versions.find((one) => one.version === version) ?? null),
      // The dialog says what it knows without it.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [version, listVersions])
  return found
}
