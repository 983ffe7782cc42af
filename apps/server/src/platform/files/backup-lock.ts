/**
 * A backup holds it while it copies. Removing objects of the file storage takes it as a shared one, so that no file goes
 * that a backup still has to copy.
 */
export const backupLock = 7150916
