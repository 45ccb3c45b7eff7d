/** What `exports` of cloudflare:workers holds in these tests: the entry under test. */
declare namespace Cloudflare {
  interface Env {
    BERTH_CHECKPOINTS: R2Bucket
  }
  interface GlobalProps {
    mainModule: { default: ExportedHandler<Cloudflare.Env> }
  }
}
