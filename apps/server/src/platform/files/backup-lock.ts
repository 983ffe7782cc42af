/**
 * The number of the advisory lock that a backup holds while it copies files. Deleting objects of the file storage takes
 * it as a shared lock, so that no file is deleted that the backup still has to copy.
 */
export const backupLock = 7150916
