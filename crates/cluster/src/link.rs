//! What carries messages between the driver and those who work for it.

use std::time::Duration;

use crate::message::{Order, Report};

/// A way to workers.
pub(crate) trait Link: Send {
    /// Says something. What cannot be said any more shows in what is heard.
    fn send(&mut self, order: &Order);

    /// What is heard within the time.
    fn hear(&mut self, within: Duration) -> Option<Report>;

    /// Begins anew after the link was lost; all that was said before is forgotten.
    ///
    /// # Errors
    /// If it cannot; in words for people.
    fn restart(&mut self) -> Result<(), String>;

    /// Ends everything that was started for the link.
    fn end(&mut self);
}
